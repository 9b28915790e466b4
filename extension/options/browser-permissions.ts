import { type ReadonlySignal, signal } from '@preact/signals';
import browser, { type Manifest } from 'webextension-polyfill';

import {
  hasLoopbackPermission,
  isLoopbackPermission,
  keepLoopbackPermission,
  LOOPBACK_PAGES,
} from '../messages/loopback-permission.ts';
import { askedAtInstall, type PermissionRow, permissionRows } from './permission-rows.ts';

/** A permission that a person gives or takes back. */
export interface PermissionWish extends Pick<PermissionRow, 'what' | 'kind'> {
  readonly wish: 'take_back' | 'allow';
}

/** Permissions that the browser gives Baton. */
export interface BrowserPermissions {
  readonly rows: ReadonlySignal<readonly PermissionRow[]>;
  /** To be called in the same turn as a click: browsers ask a person only then. False: they said no. */
  readonly change: (wish: PermissionWish) => Promise<boolean>;
}

export function browserPermissions(): BrowserPermissions {
  const rows = signal<readonly PermissionRow[]>([]);
  const read = (): void => {
    heldPermissions().then((held) => (rows.value = held), reportError);
  };
  browser.permissions.onAdded.addListener(read);
  browser.permissions.onRemoved.addListener(read);
  browser.storage.local.onChanged.addListener((changes) => {
    if (isLoopbackPermission(changes)) read();
  });
  read();
  return { rows, change };
}

async function heldPermissions(): Promise<readonly PermissionRow[]> {
  const asked = askedAtInstall(browser.runtime.getManifest());
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  const held = new Set<string>();
  for (const origin of asked.origins) {
    if (await browser.permissions.contains({ origins: [origin] })) held.add(origin);
  }
  const rows = permissionRows(asked, { permissions, origins }, (origin) => held.has(origin));
  const mayWatch = await hasLoopbackPermission(browser.storage.local);
  const own = { what: LOOPBACK_PAGES, kind: 'origin', status: 'granted' } as const;
  return mayWatch ? [...rows, own] : rows;
}

function change({ what, kind, wish }: PermissionWish): Promise<boolean> {
  if (what === LOOPBACK_PAGES && wish === 'take_back') {
    return keepLoopbackPermission(browser.storage.local, false).then(() => true);
  }
  const which =
    kind === 'origin'
      ? { origins: [what] }
      : { permissions: [what as Manifest.OptionalPermission] };
  return wish === 'allow' ? browser.permissions.request(which) : browser.permissions.remove(which);
}
