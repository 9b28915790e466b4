import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CLOSE_LIMIT_MS, endInOrder, endWithUs, processEnd } from './end-process.ts';
import type { BrowserName } from './find-browser.ts';
import { keepInFirefoxProfile } from './firefox-profile.ts';
import { chromiumSwitches } from './open-chromium.ts';
import { firefoxSwitches } from './open-firefox.ts';
import type { OpenBrowserOptions, RunningBrowser } from './opened-browser.ts';

/**
 * Opens the browser at pages as a person does: nothing can drive it, so no site sees a driver and no stripe warns of one.
 * Whether the extension is in it is not known here: a browser that takes none but signed ones starts without it.
 */
export async function openUndriven(
  name: BrowserName,
  options: OpenBrowserOptions,
  urls: readonly string[],
): Promise<RunningBrowser> {
  const child = spawn(options.executablePath, [...switches(name, options), ...urls], {
    // What browsers say of themselves is for nobody here.
    stdio: 'ignore',
    detached: true,
  });
  const pid = await startedPid(child, options.executablePath);
  endWithUs(child);
  return {
    name,
    pid,
    exited: processEnd(child),
    close: () => endInOrder(child, CLOSE_LIMIT_MS),
  };
}

function switches(name: BrowserName, options: OpenBrowserOptions): string[] {
  switch (name) {
    case 'chromium':
      return [
        ...chromiumSwitches(options),
        `--load-extension=${options.extensionDir}`,
        // The switch before is heeded where this feature is off; Google's own Chrome never heeds it.
        '--disable-features=DisableLoadExtensionCommandLineSwitch',
      ];
    case 'firefox':
      keepInFirefoxProfile(options.profileDir, options.extensionDir, options.firefoxPrefs);
      return firefoxSwitches(options);
  }
}

async function startedPid(child: ChildProcess, executable: string): Promise<number> {
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new Error(`${executable} could not be started.`, { cause });
  }
  if (child.pid === undefined) throw new Error(`${executable} started without a process id.`);
  return child.pid;
}
