import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { changeResource } from '../call-changes.ts';
import { resourceTable } from '../resource.machine.ts';
import * as resources from '../queries.ts';

interface DetachResourcesInput {
  readonly here: readonly string[];
  readonly now: number;
}

/**
 * Executors that have been away for a lease, or since the start: what they hold is theirs until they report. Their calls
 * stay as they are, in their outbox or in their journal.
 */
export const detachResources = defineStep({
  name: 'detach resources',
  load: () => ({ standings: resources.standingsOf({ executorId: null }) }),
  decide({ standings }, { here, now }: DetachResourcesInput): Decision<null> {
    const event = { type: 'EXECUTOR_GONE' } as const;
    const away = standings.filter(
      ({ resource: { executorId, status } }) =>
        !here.includes(executorId) && status !== 'opening' && resourceTable.can(status, event),
    );
    return {
      plan: joinPlans(
        ...away.map(({ resource, session }) => changeResource(resource, session, { event, now })),
        plan({}),
      ),
      outcome: null,
    };
  },
});
