import { joinPlans, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { isOpen } from '../resource.machine.ts';
import * as resources from '../queries.ts';
import { RESOURCES, RESOURCE_TABS } from '../rows.ts';

interface UpdateResourceInput {
  readonly resourceId: string;
  readonly pinned?: boolean | undefined;
  readonly title?: string | undefined;
  readonly position?: number | undefined;
  readonly via: string;
  readonly now: number;
}

/** A person pins a resource, names its tab or moves it. */
export const updateResource = defineStep({
  name: 'update resource',
  load: ({ resourceId }: UpdateResourceInput) => ({ standing: resources.standing({ resourceId }) }),
  decide({ standing }, { pinned, title, position, via, now }): Decision<boolean> {
    if (standing === null || !isOpen(standing.resource.status))
      return { plan: plan({}), outcome: false };
    const { resource, tab, session } = standing;
    const set = {
      ...(pinned !== undefined && { pinned }),
      ...(title !== undefined && { title }),
      ...(position !== undefined && { position }),
    };
    return {
      plan: joinPlans(
        plan({
          changes: [
            update(RESOURCES, resource, {
              updatedAt: now,
              ...(pinned !== undefined && { pinned }),
            }),
            ...(tab === null ? [] : [update(RESOURCE_TABS, tab, set)]),
          ],
          events: [
            {
              type: 'resource.changed',
              subjectId: resource.resourceId,
              conversationKey: session.conversationKey,
              actor: 'person',
              at: now,
              detail: { via, fields: Object.keys(set) },
            },
          ],
        }),
      ),
      outcome: true,
    };
  },
});
