import { joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type SiteGrant, SITE_GRANTS } from '../rows.ts';
import { afterGrants } from './take-grants.ts';
import * as resources from '../queries.ts';

interface RevokeGrantInput {
  readonly grantId: string;
  /** Milliseconds for which calls that go on wait for their turn. */
  readonly turnMs: number;
  readonly via: string;
  readonly now: number;
}

/** A person takes a site back elsewhere than in the popup: anyone may give less, the popup alone more. */
export const revokeGrant = defineStep({
  name: 'revoke grant',
  load: ({ grantId }: RevokeGrantInput) => ({
    grant: resources.siteGrant({ grantId }),
    grants: resources.siteGrants({ executorId: null }),
    standings: resources.standingsOf({ executorId: null }),
  }),
  decide({ grant, grants, standings }, { turnMs, via, now }): Decision<SiteGrant | null> {
    if (grant === null || grant.revokedAt !== null) return { plan: plan({}), outcome: grant };
    const revoked = { ...grant, revokedAt: now };
    const after = grants.map((one) => (one.grantId === grant.grantId ? revoked : one));
    const its = standings.filter(({ resource }) => resource.executorId === grant.executorId);
    return {
      plan: joinPlans(
        plan({
          changes: [update(SITE_GRANTS, grant, { revokedAt: now })],
          events: [
            {
              type: 'grant.revoked',
              subjectId: grant.grantId,
              conversationKey: null,
              actor: 'person',
              at: now,
              detail: { origin: grant.origin, level: grant.level, via },
            },
          ],
        }),
        ...afterGrants(its, after, { turnMs, now }),
      ),
      outcome: revoked,
    };
  },
});
