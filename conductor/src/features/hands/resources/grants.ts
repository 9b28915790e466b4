import type { GrantLevel } from '../../../../../shared/model/resource-words.ts';
import type { Executor, Resource, SiteGrant } from './rows.ts';

/** Tells whether the person of a worker named that site for the browser of the page. It needs no other yes. */
export function isListed(
  executors: readonly Executor[],
  { executorId, browserName }: Pick<Resource, 'executorId' | 'browserName'>,
  origin: string,
): boolean {
  const of = executors.find((executor) => executor.executorId === executorId);
  // guard: listed-in-own-browser
  const named = of?.capabilities.browsers?.find(({ name }) => name === browserName);
  return named?.origins.includes(origin) === true;
}

/** Tells whether a person has allowed that chat the site, at that level. `act` includes `read`. */
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
      // guard: grant-chat-judged
      (grant.chatSessionId === null || grant.chatSessionId === wanted.chatSessionId) &&
      (grant.level === 'act' || wanted.level === 'read'), // guard: grant-level-judged
  );
}
