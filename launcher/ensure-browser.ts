import type { BrowserName } from './find-browser.ts';
import { BROWSER_KINDS, findBrowser } from './find-browser.ts';
import { installPackages, mayInstall } from './install-packages.ts';

/** A browser is missing and cannot be installed from here; the message holds the line to run. */
export class MissingBrowserError extends Error {
  override readonly name = 'MissingBrowserError';
}

/**
 * The executable of a browser, installed from the system's packages where it is missing and this process may do so
 * (root, with apt-get). `say` hears of the installation before it starts.
 */
export async function ensureBrowser(
  name: BrowserName,
  say: (line: string) => void,
): Promise<string> {
  const found = findBrowser(name);
  if (found !== null) return found;

  const { debianPackage, variable } = BROWSER_KINDS[name];
  if (!mayInstall()) {
    throw new MissingBrowserError(
      `No ${name} was found. Install it and start again:\n` +
        `  sudo apt-get update && sudo apt-get install -y ${debianPackage}\n` +
        `or name an executable in ${variable}.`,
    );
  }

  say(`No ${name} was found: installing the package ${debianPackage} with apt-get.`);
  await installPackages(debianPackage).catch((cause: Error) => {
    throw new MissingBrowserError(cause.message);
  });
  const installed = findBrowser(name);
  if (installed === null) {
    throw new MissingBrowserError(`apt-get installed ${debianPackage}, yet no ${name} is on PATH.`);
  }
  return installed;
}
