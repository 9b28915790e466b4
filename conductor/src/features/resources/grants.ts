import type { GrantLevel } from '../../../../shared/model/resource-words.ts';
import type { SiteGrant } from './rows.ts';

/** Has a person allowed that chat the site, at that level? `act` includes `read`. */
export function isGranted(
  grants: readonly SiteGrant[],
  wanted: {
    readonly executorId: string;
    readonly origin: string;
    readonly chatSessionId: string;
    readonly level: GrantLevel;
  },
  now: number,
): boolean {
  return grants.some(
    (grant) =>
      grant.revokedAt === null &&
      (grant.until === null || grant.until > now) &&
      grant.executorId === wanted.executorId &&
      grant.origin === wanted.origin &&
      (grant.chatSessionId === null || grant.chatSessionId === wanted.chatSessionId) &&
      (grant.level === 'act' || wanted.level === 'read'),
  );
}
