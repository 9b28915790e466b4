import { insert, joinPlans, type Plan, plan, update } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { pinOf } from '../pin-of.ts';
import { type ToolDescription, type ToolPin, TOOL_PINS } from '../rows.ts';
import * as toolPins from '../queries.ts';

interface SeeToolsInput {
  /** A server described them just now. */
  readonly tools: readonly (ToolDescription & { readonly id: string })[];
  readonly now: number;
}

/** A tool that is new is taken as it is described. One that is described in another way than before waits for a person. */
export const seeTools = defineStep({
  name: 'see tools',
  load: ({ tools }: SeeToolsInput) => ({
    pins: toolPins.toolPins({ toolIds: tools.map(({ id }) => id) }),
  }),
  decide({ pins }, { tools, now }): Decision<null> {
    const known = new Map(pins.map((pin) => [pin.toolId, pin]));
    const seen = tools.map((tool) => seenTool(known.get(tool.id) ?? null, tool, now));
    return { plan: joinPlans(...seen), outcome: null };
  },
});

function seenTool(
  pin: ToolPin | null,
  tool: ToolDescription & { readonly id: string },
  at: number,
): Plan {
  const { sha256, description } = pinOf(tool);
  if (pin === null) {
    const accepted = { acceptedAt: at, acceptedBy: 'first_seen', changed: null, version: 1 };
    const row = { toolId: tool.id, sha256, description, ...accepted };
    return plan({ changes: [insert(TOOL_PINS, row)] });
  }
  const changed = sha256 === pin.sha256 ? null : { sha256, description, at };
  if (changed?.sha256 === pin.changed?.sha256) return plan({});
  return plan({
    changes: [update(TOOL_PINS, pin, { changed })],
    events: [
      {
        type: changed === null ? 'tool.changed_back' : 'tool.changed',
        subjectId: tool.id,
        conversationKey: null,
        actor: 'conductor',
        at,
        detail: { sha256, accepted_sha256: pin.sha256 },
      },
    ],
  });
}
