import { err, ok, type Result } from '../../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../../shared/model/error-codes.ts';
import { plan, update } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { type ToolPin, TOOL_PINS } from '../rows.ts';
import * as toolPins from '../queries.ts';

interface AcceptToolInput {
  readonly toolId: string;
  /** Digest of the description that the person has seen. */
  readonly sha256: string;
  readonly via: string;
  readonly now: number;
}

/** A person has looked at what a server changed of a tool: rules hold for it again. */
export const acceptTool = defineStep({
  name: 'accept tool',
  load: ({ toolId }: AcceptToolInput) => ({ pin: toolPins.toolPin({ toolId }) }),
  decide({ pin }, { toolId, sha256, via, now }): Decision<Result<ToolPin, CodedError>> {
    const refused = (
      code: CodedError['code'],
      text: string,
    ): Decision<Result<ToolPin, CodedError>> => ({
      plan: plan({}),
      outcome: err({ code, text }),
    });
    if (pin === null) return refused('not_found', `No tool server has a tool ${toolId}.`);
    if (pin.sha256 === sha256) return { plan: plan({}), outcome: ok(pin) };
    // guard: accepted-as-seen
    if (pin.changed?.sha256 !== sha256)
      return refused('invalid_transition', `${toolId} is not described in that way. Look again.`);
    const { description } = pin.changed;
    const set = { sha256, description, acceptedAt: now, acceptedBy: via, changed: null };
    return {
      plan: plan({
        changes: [update(TOOL_PINS, pin, set)],
        events: [
          {
            type: 'tool.accepted',
            subjectId: toolId,
            conversationKey: null,
            actor: 'person',
            at: now,
            detail: { via, sha256, before: pin.sha256 },
          },
        ],
      }),
      outcome: ok({ ...pin, ...set }),
    };
  },
});
