import type { GrantLevel } from '../../../shared/model/resource-words.ts';
import type { Change, UnsentFrame, View } from '../storage/row-store.ts';
import type { SiteGrant } from '../storage/tables.ts';

export interface WantedGrant {
  readonly origin: string;
  readonly chat_session_id: string;
  readonly level: GrantLevel;
}

/** Has a person allowed that chat the site? Asked again at every call: the conductor's word alone opens nothing. */
export function isGranted(view: Pick<View, 'grants'>, wanted: WantedGrant, now: number): boolean {
  return [...view.grants.values()].some(
    (grant) =>
      stands(grant, now) &&
      grant.origin === wanted.origin && // guard: grant-per-origin
      // guard: grant-per-chat
      (grant.chat_session_id === null || grant.chat_session_id === wanted.chat_session_id) &&
      (grant.level === 'act' || wanted.level === 'read'), // guard: grant-level
  );
}

export function stands({ revoked_at, until }: SiteGrant, now: number): boolean {
  return revoked_at === null && (until === null || until > now); // guard: grant-rechecked
}

export function giveGrant(view: Pick<View, 'grants'>, grant: SiteGrant): Change {
  const before = [...view.grants.values()].filter(
    (other) =>
      other.revoked_at === null &&
      other.origin === grant.origin &&
      other.chat_session_id === grant.chat_session_id,
  );
  // What is allowed now is all that is allowed: a `read` after an `act` takes the `act` back.
  const replaced = before.map((other) => ({ ...other, revoked_at: grant.granted_at }));
  const changed = [...replaced, grant];
  return { put: { grants: changed }, send: [toldGrants(changed, false)] };
}

/** Takes back what fits, now. */
export function revokeGrants(
  view: Pick<View, 'grants'>,
  fits: (grant: SiteGrant) => boolean,
  now: number,
): Change {
  const revoked = [...view.grants.values()]
    .filter((grant) => stands(grant, now) && fits(grant))
    .map((grant) => ({ ...grant, revoked_at: now }));
  if (revoked.length === 0) return {};
  return { put: { grants: revoked }, send: [toldGrants(revoked, false)] };
}

/** As the browser knows a site: its patterns have no ports. */
export function patternOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

export function toldGrants(grants: readonly SiteGrant[], complete: boolean): UnsentFrame {
  const told = grants.map(({ session_only: _session, ...grant }) => grant);
  return { type: 'grant.change', complete, grants: told.slice(-1_000) };
}
