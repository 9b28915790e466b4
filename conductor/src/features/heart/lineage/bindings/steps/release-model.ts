import { plan } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { endBinding } from '../binding-changes.ts';
import { modelBindingTable } from '../model-binding.machine.ts';
import * as bindings from '../queries.ts';

interface ReleaseModelInput {
  readonly bindingId: string;
  readonly via: string;
  readonly now: number;
}

/** A person releases a chat from its agent. */
export const releaseModel = defineStep({
  name: 'release model',
  load: ({ bindingId }: ReleaseModelInput) => ({
    shown: bindings.shownBinding({ bindingId }),
  }),
  decide({ shown }, { via, now }): Decision<'released' | 'not_found' | 'invalid_transition'> {
    if (shown === null) return { plan: plan({}), outcome: 'not_found' };
    const event = { type: 'RELEASE' } as const;
    if (!modelBindingTable.can(shown.binding.state, event))
      return { plan: plan({}), outcome: 'invalid_transition' };
    const by = { now, actor: 'person', detail: { via } } as const;
    return { plan: endBinding(shown.binding, event, by), outcome: 'released' };
  },
});
