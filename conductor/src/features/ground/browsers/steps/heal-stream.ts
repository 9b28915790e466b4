import { MAX_SEQ } from '../../../../../../shared/protocol/index.ts';
import { plan, update, forgetFrames } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import * as browsers from '../queries.ts';
import { CLIENTS } from '../rows.ts';

/** Number from which a stream to a browser continues: above all that can have been sent, and far below MAX_SEQ. */
const GOES_ON_FROM = 2 ** 40;

interface HealStreamInput {
  readonly clientId: string;
  readonly now: number;
}

/**
 * Counters of a browser's streams stand where counting is not exact any more: it once said that it had so many frames,
 * and was believed. What waits for it is numbered again. A stream from a browser starts over with the next frame that it
 * sends, for a first frame may jump (docs/protocol/bridge.md).
 */
export const healStream = defineStep({
  name: 'heal stream',
  load: ({ clientId }: HealStreamInput) => ({
    client: browsers.client({ clientId }),
    waiting: browsers.framesFor({ clientId }),
  }),
  decide({ client, waiting }, { clientId, now }): Decision<null> {
    if (client === null) return { plan: plan({}), outcome: null };
    const sent = client.lastSentSeq > MAX_SEQ;
    const received = client.lastReceivedSeq > MAX_SEQ;
    const set = {
      ...(sent && { lastSentSeq: GOES_ON_FROM }),
      ...(received && { lastReceivedSeq: 0 }),
    };
    return {
      plan: plan({
        changes: [update(CLIENTS, client, set), ...(sent ? [forgetFrames({ clientId })] : [])],
        frames: sent ? waiting.map((frame) => ({ clientId, frame })) : [],
        events: [
          {
            type: 'client.stream_healed',
            subjectId: clientId,
            conversationKey: null,
            actor: 'conductor',
            at: now,
            detail: { sent: Number(sent), received: Number(received) },
          },
        ],
      }),
      outcome: null,
    };
  },
});
