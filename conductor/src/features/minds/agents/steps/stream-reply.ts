import { plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { appendChunks } from '../append-chunks.ts';
import type { ReplyPart, StreamChunk } from '../stream-chunk.ts';
import { textId, type Told } from '../told.ts';
import { reasoningId } from '../write-message.ts';
import * as agents from '../queries.ts';

/** Bytes of a run's stream above which replies are told only when they are final, and workers not at all. */
export const MAX_LIVE_BYTES = 64 * 2 ** 20;

export interface StreamReplyInput {
  readonly runId: string;
  /** The step whose model speaks. */
  readonly number: number;
  /** Live output told before these parts, so that none can be missing or out of order. */
  readonly from: Told['live'];
  readonly parts: readonly ReplyPart[];
}

/**
 * Words of a model while it speaks. What does not go on from what the stream holds is left out: the reply is told whole
 * when it is final.
 */
export const streamReply = defineStep({
  name: 'stream reply of model',
  load: ({ runId }: StreamReplyInput) => ({ stream: agents.agentStream({ runId }) }),
  decide({ stream }, { number, from, parts }): Decision<null> {
    const fits =
      stream !== null &&
      stream.isOpen &&
      stream.bytes < MAX_LIVE_BYTES &&
      stream.told.step === number &&
      !stream.told.isReplied &&
      isEqual(stream.told.live, from);
    if (!fits) return { plan: plan({}), outcome: null };
    const chunks: StreamChunk[] = [];
    let { live } = stream.told;
    for (const part of parts) live = tellPart(part, number, live, chunks);
    const told = { ...stream.told, live };
    return { plan: appendChunks(stream, chunks, { told }), outcome: null };
  },
});

/** Returns the live output after a part. */
export function liveAfter(live: Told['live'], part: ReplyPart): Told['live'] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...live, [part.type]: live[part.type] + part.delta.length };
    case 'call':
      return { ...live, calls: [...live.calls, part.toolCallId] };
    case 'call-input':
    case 'news':
      return live;
  }
}

function tellPart(
  part: ReplyPart,
  number: number,
  live: Told['live'],
  chunks: StreamChunk[],
): Told['live'] {
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const { type, delta } = part;
      const id = type === 'text' ? textId({ number }) : reasoningId({ number });
      if (live[type] === 0) chunks.push({ type: `${type}-start`, id });
      chunks.push({ type: `${type}-delta`, id, delta });
      break;
    }
    case 'call': {
      const { toolCallId, name: toolName } = part;
      chunks.push({ type: 'tool-input-start', toolCallId, toolName });
      break;
    }
    case 'call-input': {
      const { toolCallId, delta: inputTextDelta } = part;
      chunks.push({ type: 'tool-input-delta', toolCallId, inputTextDelta });
      break;
    }
    case 'news':
      chunks.push({ type: 'data-model', transient: true, data: part.news });
      break;
  }
  return liveAfter(live, part);
}

function isEqual(one: Told['live'], other: Told['live']): boolean {
  return (
    one.text === other.text &&
    one.reasoning === other.reasoning &&
    one.calls.length === other.calls.length
  );
}
