import { createHash } from 'node:crypto';

import type { Clock, IdSource } from '../../../engine/runtime.ts';
import type { StepRunner } from '../../../engine/step.ts';
import { type FoundAction, type Instruction, instructionsOf } from '../../heart/actions/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import type { CompressionReport } from './compress-messages.ts';
import { goesInCircles } from './judge-calls.ts';
import type { ModelReply } from './model-port.ts';
import type { AgentRunState } from './queries.ts';
import { endWithReply, recordReply } from './steps/record-reply.ts';
import { tellAgentRun } from './steps/tell-run.ts';

export interface KeepReplyDeps {
  readonly store: StepRunner;
  /** See the runner of instructions. */
  readonly foresee: (pending: readonly Instruction[]) => Promise<() => void>;
  readonly settings: SettingsNow;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
}

/**
 * Stores what a model replied, and with it, as far as that can be known then, what follows: its calls are judged and begun, and
 * told of. All in one commit: it costs more than what is in it.
 */
export async function keepReply(
  { store, foresee, settings, now, newId, maxAttempts }: KeepReplyDeps,
  state: AgentRunState,
  stepId: string,
  reply: ModelReply,
  actions: readonly FoundAction[],
  { results, inputs, turns }: CompressionReport,
): Promise<void> {
  const { calls } = reply;
  const { runId, aiMessageId } = state.run;
  const { max_message_chars: messageLimits, loop_breaker: loops } = settings.current();
  const heard = {
    runId,
    aiMessageId,
    stepId,
    reply,
    leftOut: { results, inputs, turns },
    actionsHash: calls.length === 0 ? null : hashOf(calls),
    now: now(),
  };
  // Of steps that are over, which no longer change.
  const inCircles = calls.length > 0 && goesInCircles(state, reply, loops.max_equal_rounds);
  const tell = { runId, asks: false, now: heard.now };
  if (calls.length === 0 || inCircles) {
    const ended = store.run(endWithReply, { ...heard, inCircles });
    await Promise.all([ended, store.run(tellAgentRun, tell)]);
    return;
  }
  const { conversationKey } = state.run;
  const rows = instructionsOf({ anchorId: stepId, conversationKey }, { actions, now: heard.now });
  const judge = await foresee(rows.filter(({ status }) => status === 'pending'));
  const more = { actions, jobId: newId(), maxAttempts, messageLimits };
  const recorded = store.run(recordReply, { ...heard, ...more });
  judge();
  await Promise.all([recorded, store.run(tellAgentRun, tell)]);
}

function hashOf(calls: ModelReply['calls']): string {
  const asked = JSON.stringify(calls.map(({ name, input }) => [name, input]));
  return createHash('sha256').update(asked).digest('base64url');
}
