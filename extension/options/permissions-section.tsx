import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { word } from '../i18n/words.ts';
import { LOOPBACK_PAGES } from '../messages/loopback-permission.ts';
import type { BrowserPermissions, PermissionWish } from './browser-permissions.ts';
import { hostOf } from './host-of.ts';
import type { PermissionRow } from './permission-rows.ts';

/** Each permission with its reason; the chat sites, which have one reason, in one row. */
export function PermissionsSection({
  permissions,
}: {
  readonly permissions: BrowserPermissions;
}): VNode {
  const [outcome, setOutcome] = useState('');
  const rows = permissions.rows.value;
  const sites = rows.filter(isSite).map(({ what }) => hostOf(what));

  async function change(wish: PermissionWish): Promise<void> {
    const isDone = await permissions.change(wish);
    const isTaken = isDone && wish.wish === 'take_back';
    setOutcome(isTaken ? word('permission_done', wish.what) : '');
  }

  return (
    <section id="permissions" class="card" aria-labelledby="permissions-title">
      <h2 id="permissions-title">{word('options_permissions')}</h2>
      <p class="soft">{word('options_permissions_how')}</p>
      <ul id="permission-list" class="rows">
        {rows
          .filter((row) => !isSite(row))
          .map((row) => (
            <Permission
              key={row.what}
              permission={row}
              onChange={(wish) => void change(wish).catch(reportError)}
            />
          ))}
        {sites.length > 0 && (
          <li>
            <div>
              <span>{word('permission_sites')}</span>
              <small>{sites.join(', ')}</small>
            </div>
          </li>
        )}
      </ul>
      <p id="permission-outcome" role="status">
        {outcome}
      </p>
    </section>
  );
}

function isSite({ what, kind, status }: PermissionRow): boolean {
  return kind === 'origin' && what !== LOOPBACK_PAGES && status === 'required';
}

interface PermissionProps {
  readonly permission: PermissionRow;
  readonly onChange: (wish: PermissionWish) => void;
}

function Permission({ permission, onChange }: PermissionProps): VNode {
  const { what, kind, status } = permission;
  const name = kind === 'origin' ? hostOf(what) : what;
  const note = status === 'withheld' ? ` · ${word('permission_withheld')}` : '';
  const wish = status === 'granted' ? 'take_back' : 'allow';
  return (
    <li>
      <div>
        <span>{reasonOf(permission)}</span>
        <small>{name + note}</small>
      </div>
      {status !== 'required' && (
        <button
          type="button"
          class="quiet"
          aria-label={word(`permission_${wish}_label`, name)}
          onClick={() => onChange({ what, kind, wish })}
        >
          {word(`permission_${wish}`)}
        </button>
      )}
    </li>
  );
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
    case 'tabGroups':
      return word(`permission_${what}`);
    default:
      return word('permission_unknown');
  }
}
