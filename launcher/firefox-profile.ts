import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export type PrefValue = string | number | boolean;

/** The extension's id in `wxt.config.ts`. */
const GECKO_ID = 'baton@baton.invalid';
const UUIDS_PREF = 'extensions.webextensions.uuids';

/** The pref is a JSON object inside a JavaScript string literal of the file. */
const Uuids = z
  .string()
  .transform((literal): unknown => JSON.parse(literal))
  .pipe(z.string())
  .transform((json): unknown => JSON.parse(json))
  .pipe(z.record(z.string(), z.string()));

/** A quiet start, and an extension that keeps its origin and its storage although it is installed again each time. */
const PREFS: Readonly<Record<string, PrefValue>> = {
  'extensions.webextensions.keepUuidOnUninstall': true,
  'extensions.webextensions.keepStorageOnUninstall': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.warnOnQuit': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'termsofuse.bypassNotification': true,
  // Otherwise a debugged Firefox turns its phishing check, password manager and more off.
  'remote.prefs.recommended': false,
};

/**
 * An extension that lies in the profile is on at once, and need not be signed by Mozilla, which a build of one's own is
 * not. Firefox ESR (as Debian has it), the Developer Edition and Nightly heed the second; the others do not.
 */
const KEPT_PREFS: Readonly<Record<string, PrefValue>> = {
  'extensions.autoDisableScopes': 14,
  'xpinstall.signatures.required': false,
  // Else a profile that was in use before is not looked through.
  'extensions.startupScanScopes': 1,
};

/**
 * Writes the preferences of a profile, made where it is missing, and returns the extension's UUID in it: random, made
 * once per profile. Firefox knows an extension's storage by this UUID alone, so it must outlive every kind of end.
 */
export function prepareFirefoxProfile(
  profileDir: string,
  extraPrefs: Readonly<Record<string, PrefValue>> = {},
): string {
  mkdirSync(profileDir, { recursive: true, mode: 0o700 });
  const userFile = join(profileDir, 'user.js');
  // prefs.js is Firefox's own and holds the UUIDs of every add-on; a killed Firefox may not have written it yet.
  const uuids = { ...readUuids(userFile), ...readUuids(join(profileDir, 'prefs.js')) };
  const uuid = uuids[GECKO_ID] ?? randomUUID();

  const prefs = {
    ...PREFS,
    ...extraPrefs,
    [UUIDS_PREF]: JSON.stringify({ ...uuids, [GECKO_ID]: uuid }),
  };
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(userFile, lines.join(''), { mode: 0o600 });
  return uuid;
}

/** The same, for a profile whose every start brings the extension from the folder it was built into: no driver installs it. */
export function keepInFirefoxProfile(
  profileDir: string,
  extensionDir: string,
  extraPrefs: Readonly<Record<string, PrefValue>> = {},
): void {
  prepareFirefoxProfile(profileDir, { ...KEPT_PREFS, ...extraPrefs });
  const dir = join(profileDir, 'extensions');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  // A file named by the id that holds a path stands for the folder there.
  writeFileSync(join(dir, GECKO_ID), extensionDir, { mode: 0o600 });
}

function readUuids(file: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {}; // A new profile has no preferences yet.
  }
  const line = text.split('\n').find((each) => each.startsWith(`user_pref("${UUIDS_PREF}", `));
  const literal = line?.slice(line.indexOf(', ') + 2, line.lastIndexOf(')'));
  if (literal === undefined) return {};
  return Uuids.parse(literal);
}
