import { type AuditEvent, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import * as browsers from '../queries.ts';
import { CLIENTS } from '../rows.ts';
import { clientRevoked } from '../effects.ts';

interface RevokeClientInput {
  readonly clientId: string;
  readonly actor: AuditEvent['actor'];
  readonly via: string;
  readonly now: number;
}

/** A person unpairs a browser: its token is not valid any more, and the jobs that it held go to others. */
export const revokeClient = defineStep({
  name: 'revoke client',
  load: ({ clientId }: RevokeClientInput) => ({ client: browsers.client({ clientId }) }),
  decide({ client }, { clientId, actor, via, now }): Decision<'revoked' | 'not_found'> {
    if (client === null || client.revokedAt !== null)
      return { plan: plan({}), outcome: 'not_found' };
    return {
      plan: plan({
        changes: [update(CLIENTS, client, { revokedAt: now })],
        events: [
          {
            type: 'client.revoked',
            subjectId: clientId,
            conversationKey: null,
            actor,
            at: now,
            detail: { via },
          },
        ],
        effects: [clientRevoked({ clientId })],
      }),
      outcome: 'revoked',
    };
  },
});
