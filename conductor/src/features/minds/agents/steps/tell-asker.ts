import { plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { appendChunks } from '../append-chunks.ts';
import { chunksOf } from '../chunks-of.ts';
import type { StreamChunk, WorkerChunk } from '../stream-chunk.ts';
import { MAX_LIVE_BYTES } from './stream-reply.ts';
import * as agents from '../queries.ts';

/** Rows of a worker's stream that are told on in one commit. */
const ROWS = 64;

interface AskerTold {
  /** The run whose stream says more than it did; null: none does. */
  readonly askerRunId: string | null;
  /** There is more to tell on. */
  readonly more: boolean;
}

/**
 * Tells on, in the stream of the run that asked for a worker, what the worker's own stream says: in order, each chunk once,
 * while its call is open. How the worker ends, and what it asks a person, the asker's stream says in its own words.
 */
export const tellAsker = defineStep({
  name: 'tell asker of worker',
  load: ({ runId }: { readonly runId: string }) => ({
    news: agents.workerNews({ runId, limit: ROWS }),
  }),
  decide({ news }, { runId }): Decision<AskerTold> {
    const nothing = { plan: plan({}), outcome: { askerRunId: null, more: false } };
    if (news === null || news.rows.length === 0) return nothing;
    const { asker, call, name, rows } = news;
    const { told } = asker;
    const isOpen =
      asker.isOpen &&
      asker.bytes < MAX_LIVE_BYTES &&
      told.step === call.step &&
      told.isReplied &&
      !told.ended.includes(call.position);
    if (!isOpen) return nothing;
    const after = told.heard?.[runId] ?? 0;
    const fresh = rows.flatMap(chunksOf).filter(({ number }) => number > after);
    const newest = fresh.at(-1)?.number ?? after;
    const said = together(fresh.map(({ chunk }) => chunk).filter(isForAsker));
    const chunks = said.map((chunk): WorkerChunk => {
      const { toolCallId } = call;
      return { type: 'data-sub-agent', transient: true, data: { toolCallId, name, runId, chunk } };
    });
    const set = { told: { ...told, heard: { ...told.heard, [runId]: newest } } };
    return {
      plan: appendChunks(asker, chunks, set),
      outcome: {
        askerRunId: asker.runId,
        more: rows.length === ROWS,
      },
    };
  },
});

/**
 * Types of chunks that are not told on: those of questions and of the end are looked for in the rows of a stream, and a
 * worker's must not be found there.
 */
const NOT_TOLD_ON: ReadonlySet<StreamChunk['type']> = new Set([
  'finish',
  'tool-approval-request',
  'tool-approval-response',
  'data-approval',
]);

function isForAsker({ type }: StreamChunk): boolean {
  return !NOT_TOLD_ON.has(type);
}

/** The same with pieces of one text as one piece. */
function together(chunks: readonly StreamChunk[]): StreamChunk[] {
  const joined: StreamChunk[] = [];
  for (const chunk of chunks) {
    const last = joined.at(-1);
    const isSame =
      (chunk.type === 'text-delta' || chunk.type === 'reasoning-delta') &&
      last?.type === chunk.type &&
      last.id === chunk.id;
    if (isSame) joined[joined.length - 1] = { ...last, delta: last.delta + chunk.delta };
    else joined.push(chunk);
  }
  return joined;
}
