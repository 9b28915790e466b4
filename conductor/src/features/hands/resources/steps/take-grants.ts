import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import {
  type Change,
  insert,
  joinPlans,
  plan,
  type Plan,
  update,
} from '../../../../engine/plan.ts';
import type { QueryOf } from '../../../../engine/query.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import { settleQuestions } from '../ask-person.ts';
import { changeCall } from '../call-changes.ts';
import { isGranted } from '../grants.ts';
import { originOf } from '../origin-of.ts';
import type { Standing } from '../queries.ts';
import { type SiteGrant, SITE_GRANTS } from '../rows.ts';
import { closed } from './close-resource.ts';
import * as resources from '../queries.ts';
import { resourceCallsWait } from '../effects.ts';

interface Input {
  readonly executorId: string;
  readonly change: FrameOf<'grant.change'>;
  /** Milliseconds for which calls that go on wait for their turn. */
  readonly turnMs: number;
  readonly now: number;
}

/**
 * A person allowed a site in the extension's popup, or took one back. What waited for it goes on; what is open of a site
 * that is granted no more closes. One that was taken back stays so, whatever is told of it later.
 */
export const takeGrants = fromClient<
  Input,
  {
    readonly known: QueryOf<typeof resources.siteGrants>;
    readonly standings: QueryOf<typeof resources.standingsOf>;
  },
  null
>({
  name: 'take grants',
  load: ({ executorId }) => ({
    known: resources.siteGrants({ executorId }),
    standings: resources.standingsOf({ executorId }),
  }),
  decide({ known, standings }, { executorId, change, turnMs, now }) {
    const after = new Map(known.map((grant) => [grant.grantId, grant]));
    const written: Plan[] = [];
    for (const told of change.grants) {
      const before = after.get(told.grant_id);
      const grant: SiteGrant = {
        grantId: told.grant_id,
        executorId,
        origin: told.origin,
        chatSessionId: told.chat_session_id,
        level: told.level,
        until: told.until,
        grantedAt: told.granted_at,
        revokedAt: before?.revokedAt ?? told.revoked_at, // guard: revoked-stays
        version: before?.version ?? 1,
      };
      after.set(grant.grantId, grant);
      written.push(kept(before, grant, now));
    }
    if (change.complete) {
      const told = new Set(change.grants.map(({ grant_id }) => grant_id));
      for (const before of known) {
        if (told.has(before.grantId) || before.revokedAt !== null) continue;
        const grant = { ...before, revokedAt: now };
        after.set(grant.grantId, grant);
        written.push(kept(before, grant, now));
      }
    }
    const grants = [...after.values()];
    return {
      plan: joinPlans(...written, ...afterGrants(standings, grants, { turnMs, now })),
      outcome: null,
    };
  },
});

function kept(before: SiteGrant | undefined, grant: SiteGrant, now: number): Plan {
  const { version: _version, grantId, ...set } = grant;
  const isSame =
    before !== undefined &&
    before.level === grant.level &&
    before.until === grant.until &&
    before.revokedAt === grant.revokedAt;
  if (isSame) return plan({});
  const write: Change =
    before === undefined ? insert(SITE_GRANTS, grant) : update(SITE_GRANTS, before, set);
  return plan({
    changes: [write],
    events: [
      {
        type: grant.revokedAt === null ? 'grant.given' : 'grant.revoked',
        subjectId: grantId,
        conversationKey: null,
        actor: 'person',
        at: now,
        detail: {
          origin: grant.origin,
          level: grant.level,
          chat_session_id: grant.chatSessionId,
          until: grant.until,
        },
      },
    ],
  });
}

/** Applies grants to the resources and their calls. */
export function afterGrants(
  standings: readonly Standing[],
  grants: readonly SiteGrant[],
  { turnMs, now }: { readonly turnMs: number; readonly now: number },
): Plan[] {
  const closing = standings.filter((standing) => isRevoked(standing, grants, now));
  const gone = new Set(closing.map(({ resource }) => resource.resourceId));
  const sessions = new Map<string, Standing['session']>();
  return [
    ...closing.map((standing) => {
      const { chatSessionId } = standing.session;
      const session = sessions.get(chatSessionId) ?? standing.session;
      const others = standing.others.filter(({ resource }) => !gone.has(resource.resourceId));
      const made = closed(
        { ...standing, session, others },
        {
          event: { type: 'REVOKED' },
          reason: 'its site is not allowed any more',
          actor: 'person',
          code: 'not_granted',
          now,
        },
      );
      for (const one of made.changes)
        if (one.op === 'update' && one.table === 'chatSessions')
          sessions.set(chatSessionId, { ...session, ...one.set, version: session.version + 1 });
      const { executorId, resourceId } = standing.resource;
      const frame = { type: 'resource.close', resource_id: resourceId } as const;
      return joinPlans(made, plan({ frames: [{ clientId: executorId, frame }] }));
    }),
    ...standings
      .filter(({ resource }) => !gone.has(resource.resourceId))
      .map((standing) => allowed(standing, grants, { turnMs, now })),
  ];
}

/** Tells whether a page was opened on a grant that is no longer valid. A lent page depends on its loan alone. */
function isRevoked({ resource }: Standing, grants: readonly SiteGrant[], now: number): boolean {
  const origin = originOf(resource.lastUrl);
  if (resource.resourceType !== 'browser' || resource.originKind === 'lent' || origin === null)
    return false;
  const { executorId, chatSessionId } = resource;
  const wasGranted = grants.some((grant) => grant.origin === origin);
  return (
    wasGranted && !isGranted(grants, { executorId, origin, chatSessionId, level: 'read' }, now)
  );
}

/** Calls that waited for what is granted now. */
function allowed(
  { resource, session, calls, questions }: Standing,
  grants: readonly SiteGrant[],
  { turnMs, now }: { readonly turnMs: number; readonly now: number },
): Plan {
  const { executorId, chatSessionId, resourceId } = resource;
  const going = calls.filter((call) => {
    const asked = questions.find(
      ({ subjectId, subjectKind }) => subjectId === call.callId && subjectKind === 'grant',
    );
    const { origin, level } = asked?.subject ?? {};
    return (
      call.status === 'waiting' &&
      origin !== undefined &&
      level !== undefined &&
      isGranted(grants, { executorId, origin, chatSessionId, level }, now)
    );
  });
  return joinPlans(
    ...going.map((call) =>
      joinPlans(
        changeCall(call, session, {
          event: { type: 'ALLOWED' },
          actor: 'person',
          now,
          set: { deadlineAt: now + turnMs },
        }),
        settleQuestions(questions, call.callId, {
          decision: 'approved',
          reason: null,
          by: 'popup',
          actor: 'person',
          now,
        }),
      ),
    ),
    going.length === 0 ? plan({}) : plan({ effects: [resourceCallsWait({ resourceId })] }),
  );
}
