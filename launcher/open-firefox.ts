import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';
import { closeBrowser, endWithUs, killGroup, processEnd } from './end-process.ts';
import { prepareFirefoxProfile } from './firefox-profile.ts';
import type { OpenBrowserOptions, OpenedBrowser } from './opened-browser.ts';

const START_LIMIT_MS = 60_000;

/**
 * Opens Firefox over WebDriver BiDi. It is started here and not by puppeteer, which would put the profile's own
 * preferences back at the end and so lose the extension's UUID, and with it the extension's storage.
 */
export async function openFirefox(options: OpenBrowserOptions): Promise<OpenedBrowser> {
  const uuid = prepareFirefoxProfile(options.profileDir, options.firefoxPrefs);
  const child = spawn(options.executablePath, drivenSwitches(options), {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  endWithUs(child);
  try {
    const browser = await puppeteer.connect({
      protocol: 'webDriverBiDi',
      browserWSEndpoint: `${await debuggingAddress(child)}/session`,
      acceptInsecureCerts: options.acceptInsecureCerts ?? false,
      defaultViewport: null,
    });
    await browser.installExtension(options.extensionDir);
    if (child.pid === undefined) throw new Error('Firefox started without a process id.');
    return {
      name: 'firefox',
      browser,
      pid: child.pid,
      extensionOrigin: `moz-extension://${uuid}`,
      exited: processEnd(child),
      close: () => closeBrowser(browser, child),
    };
  } catch (error) {
    killGroup(child);
    throw error;
  }
}

function drivenSwitches(options: OpenBrowserOptions): string[] {
  return [
    // Loopback, and a port of the system's choice.
    '--remote-debugging-port=0',
    // It opens more to whoever holds the one debugging session than a browser at work should.
    ...(options.drivesExtension === true ? ['--remote-allow-system-access'] : []),
    ...firefoxSwitches(options),
    'about:blank',
  ];
}

/** Returns the switches for every start of a profile, with or without a driver. */
export function firefoxSwitches(options: OpenBrowserOptions): string[] {
  return [
    '--profile',
    options.profileDir,
    '--new-instance',
    ...(options.headless ? ['--headless'] : []),
    ...(options.args ?? []),
  ];
}

/** Firefox says on stderr where it listens. The rest of what it says there is read and dropped, or it would block. */
function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const heard: string[] = [];
    const fail = (what: string): void => {
      clearTimeout(limit);
      reject(new Error([`Firefox ${what}.`, ...heard.slice(-10)].join('\n')));
    };
    const limit = setTimeout(() => fail('did not start in time'), START_LIMIT_MS);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('exit', (code) => fail(`ended at its start (exit code ${code ?? 'none'})`));
    if (child.stderr === null) return fail('has no stderr');
    createInterface({ input: child.stderr }).on('line', (line) => {
      const address = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address !== undefined) {
        clearTimeout(limit);
        resolve(address);
      } else {
        heard.push(line);
        if (heard.length > 50) heard.shift();
      }
    });
  });
}
