import type { Browser } from 'puppeteer-core';
import type { BrowserName } from './find-browser.ts';
import type { PrefValue } from './firefox-profile.ts';

export interface OpenBrowserOptions {
  readonly executablePath: string;
  /** The built extension, unpacked. */
  readonly extensionDir: string;
  /** Made where it is missing, and kept: logins and the extension's storage live in it. */
  readonly profileDir: string;
  readonly headless: boolean;
  /** Default false: the driver may open pages of the extension's, as it must to pair the browser. */
  readonly drivesExtension?: boolean;
  /** Further command-line switches. */
  readonly args?: readonly string[];
  /** Further Firefox preferences; Chromium has none. */
  readonly firefoxPrefs?: Readonly<Record<string, PrefValue>>;
  /** Default false. A person's browser must refuse what it cannot verify; only tests may say otherwise. */
  readonly acceptInsecureCerts?: boolean;
}

/** A real browser with the extension in it. */
export interface RunningBrowser {
  readonly name: BrowserName;
  /** Id of the browser's main process. It leads its own process group: Ctrl+C in the terminal does not reach it. */
  readonly pid: number;
  /** Resolves when the main process has ended, whoever ended it. */
  readonly exited: Promise<void>;
  /** Ends it in an orderly way, so that the profile is written out; by force when that takes more than 10 s. Idempotent. */
  close(): Promise<void>;
}

/** One that is driven. Sites can see that it is, and it shows so itself. */
export interface OpenedBrowser extends RunningBrowser {
  readonly browser: Browser;
  /** `chrome-extension://<id>` or `moz-extension://<uuid>`, without a slash at the end. */
  readonly extensionOrigin: string;
}
