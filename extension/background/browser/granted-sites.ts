import browser from 'webextension-polyfill';

import {
  hasLoopbackPermission,
  isLoopbackPermission,
  LOOPBACK_PAGES,
} from '../../messages/loopback-permission.ts';
import { forgetModelOrigins } from '../../messages/model-origins.ts';
import { areWorkSites, workSites } from '../../messages/work-sites.ts';
import { OTHER_PAGES, SITES } from '../../platforms/sites.ts';
import { patternOf } from '../resources/site-grants.ts';
import { covers } from '../runtime/granted-patterns.ts';

/** The scripts of pages without an adapter, as they are built, and the world each runs in. */
const SCRIPTS = [
  { id: 'any-site-tap', world: 'MAIN' },
  { id: 'any-site-sockets-tap', world: 'MAIN' },
  { id: 'any-site', world: 'ISOLATED' },
] as const;
/** Where scripts run without being asked for. */
const BUILT_IN: readonly string[] = [...Object.values(SITES).flat(), ...OTHER_PAGES];

/**
 * Lets the generic adapter run on the origins a person granted, and on no other; what is granted or taken back while
 * the browser runs counts from the next load of a page.
 */
export function watchGrantedSites(fault: (error: unknown) => void): void {
  let line = Promise.resolve();
  const register = (): void => {
    line = line.then(registerScripts).catch(fault);
  };
  browser.permissions.onAdded.addListener(register);
  browser.permissions.onRemoved.addListener(register);
  browser.storage.local.onChanged.addListener((changes) => {
    if (isLoopbackPermission(changes) || areWorkSites(changes)) register();
  });
  register();
}

async function registerScripts(): Promise<void> {
  const { origins = [] } = await browser.permissions.getAll();
  const isLoopback = await hasLoopbackPermission(browser.storage.local);
  const others = isLoopback ? BUILT_IN : [...BUILT_IN, LOOPBACK_PAGES];
  const forWork = await workSites(browser.storage.local);
  const matches = origins
    .filter((origin) => !others.includes(origin) && !forWork.includes(origin))
    .toSorted();
  await forgetModelOrigins(browser.storage.local, (page) => covers(matches, patternOf(page)));
  const ids = SCRIPTS.map(({ id }) => id);
  const registered = await browser.scripting.getRegisteredContentScripts({ ids });
  const isSame = (known: readonly string[] = []): boolean =>
    JSON.stringify(known.toSorted()) === JSON.stringify(matches);
  const isUpToDate =
    registered.length === ids.length && registered.every((one) => isSame(one.matches));
  if (isUpToDate || (registered.length === 0 && matches.length === 0)) return;
  await browser.scripting.unregisterContentScripts({ ids: registered.map(({ id }) => id) });
  if (matches.length === 0) return;
  await browser.scripting.registerContentScripts(
    SCRIPTS.map(({ id, world }) => ({
      id,
      world,
      js: [`content-scripts/${id}.js`],
      matches,
      excludeMatches: [...others],
      runAt: 'document_start',
    })),
  );
}
