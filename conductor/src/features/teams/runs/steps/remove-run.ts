import { joinPlans, plan, remove } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { about, type By, isOver, touched } from '../run-changes.ts';
import * as runs from '../queries.ts';
import { RUNS } from '../rows.ts';

/** A person removes a run that nothing of goes on, with all that hangs on it. The chats of its workers stay. */
export const removeRun = defineStep({
  name: 'remove run',
  load: ({ runId }: { readonly runId: string; readonly by: By }) => ({
    state: runs.runState({ runId }),
  }),
  decide({ state }, { runId, by }): Decision<'removed' | 'not_found' | 'invalid_transition'> {
    if (state === null) return { plan: plan({}), outcome: 'not_found' };
    const { run } = state;
    if (!isOver(run) && run.status !== 'draft')
      return { plan: plan({}), outcome: 'invalid_transition' };
    return {
      plan: joinPlans(
        plan({ changes: [remove(RUNS, run)], events: [about('run.removed', runId, by)] }),
        touched(run),
      ),
      outcome: 'removed',
    };
  },
});
