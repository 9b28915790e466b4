import type { Sender } from '../../../../engine/frames.ts';
import { joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import type { Found, QueryOf, Queries } from '../../../../engine/query.ts';
import type { Decision, Step } from '../../../../engine/step.ts';
import * as browsers from '../queries.ts';
import { CLIENTS } from '../rows.ts';

export type FromClient<Input> = Input & { readonly from: Sender };

type WithSender<Q extends Queries> = Q & { readonly sender: QueryOf<typeof browsers.client> };

/**
 * Makes a step take a frame: its changes are committed together with the note that the frame's `seq` was received. So a
 * frame that is sent again after a crash is known, and changes nothing; the outcome is then null.
 */
export function fromClient<Input, Q extends Queries, Outcome>(
  step: Step<Input, Q, Outcome>,
): Step<FromClient<Input>, WithSender<Q>, Outcome | null> {
  return {
    name: step.name,
    load: (input) =>
      ({
        ...step.load(input),
        sender: browsers.client({ clientId: input.from.clientId }),
      }) as WithSender<Q>,
    decide(rows, input): Decision<Outcome | null> {
      const received = noteReceived(rows as Found<WithSender<Queries>>, input.from);
      if (received === null) return { plan: plan({}), outcome: null };
      const decision = step.decide(rows, input);
      return { plan: joinPlans(received, decision.plan), outcome: decision.outcome };
    },
  };
}

/** Notes that a frame was received which cannot be taken, so that its sender does not send it again. */
export const skipFrame: Step<{ readonly from: Sender }, WithSender<Record<never, never>>, null> = {
  name: 'skip frame',
  load: ({ from }) => ({ sender: browsers.client({ clientId: from.clientId }) }),
  decide: (rows, { from }) => ({ plan: noteReceived(rows, from) ?? plan({}), outcome: null }),
};

function noteReceived(
  { sender }: Found<WithSender<Record<never, never>>>,
  { clientId, seq }: Sender,
): Plan | null {
  if (sender === null) throw new Error(`no client ${clientId}`);
  if (seq <= sender.lastReceivedSeq) return null; // guard: frames-once
  return plan({ changes: [update(CLIENTS, sender, { lastReceivedSeq: seq })] });
}
