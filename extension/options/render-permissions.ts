import { makeElement } from '../ui/make-element.ts';
import { LOOPBACK_PAGES } from '../messages/loopback-permission.ts';
import { word } from '../i18n/words.ts';
import type { PermissionRow } from './permission-rows.ts';

/** A permission a row's button gives or takes back. */
export interface PermissionWish {
  readonly what: string;
  readonly kind: PermissionRow['kind'];
  readonly wish: 'take_back' | 'allow';
}

/** Shows each permission with its reason; the chat sites, which have one reason, in one row. */
export function renderPermissions(list: HTMLElement, rows: readonly PermissionRow[]): void {
  const isSite = ({ what, kind, status }: PermissionRow): boolean =>
    kind === 'origin' && what !== LOOPBACK_PAGES && status === 'required';
  const sites = rows.filter(isSite).map(({ what }) => what);
  const single = rows.filter((row) => !isSite(row));
  list.replaceChildren(
    ...single.map(singleRow),
    ...(sites.length > 0 ? [row(word('permission_sites'), sites.map(hostOf).join(', '))] : []),
  );
}

/** What the click on a row's button asks for; null: it was none. */
export function permissionWish(target: EventTarget | null): PermissionWish | null {
  if (!(target instanceof HTMLButtonElement)) return null;
  const { what, kind, wish } = target.dataset;
  if (what === undefined || (kind !== 'api' && kind !== 'origin')) return null;
  return wish === 'take_back' || wish === 'allow' ? { what, kind, wish } : null;
}

function singleRow(permission: PermissionRow): HTMLElement {
  const { what, kind, status } = permission;
  const name = kind === 'origin' ? hostOf(what) : what;
  const note = status === 'withheld' ? ` · ${word('permission_withheld')}` : '';
  const element = row(reasonOf(permission), name + note);
  if (status === 'required') return element;
  const wish = status === 'granted' ? 'take_back' : 'allow';
  const button = makeElement('button', { className: 'quiet', text: word(`permission_${wish}`) });
  button.type = 'button';
  button.setAttribute('aria-label', word(`permission_${wish}_label`, name));
  Object.assign(button.dataset, { what, kind, wish });
  element.append(button);
  return element;
}

function row(reason: string, name: string): HTMLElement {
  const text = makeElement('div', {}, [
    makeElement('span', { text: reason }),
    makeElement('small', { text: name }),
  ]);
  return makeElement('li', {}, [text]);
}

function reasonOf({ what, kind, status }: PermissionRow): string {
  if (kind === 'origin') {
    if (what === LOOPBACK_PAGES && status !== 'granted') return word('permission_conductor');
    return word(status === 'granted' ? 'permission_granted_site' : 'permission_sites');
  }
  switch (what) {
    case 'alarms':
    case 'contextMenus':
    case 'activeTab':
    case 'scripting':
    case 'storage':
    case 'notifications':
      return word(`permission_${what}`);
    default:
      return word('permission_unknown');
  }
}

function hostOf(pattern: string): string {
  return pattern.replace(/^\w+:\/\//, '').replace(/\/\*$/, '');
}
