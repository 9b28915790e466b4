import type { ServerResponse } from 'node:http';

import {
  type AgentStream,
  hasEnded,
  type StreamRow,
  wholeStory,
} from '../../features/minds/agents/feature.ts';
import { followPages, type Page, type Piece } from './follow-pages.ts';
import type { RouteServices } from './route-services.ts';
import * as agents from '../../features/minds/agents/queries.ts';
import * as deliveries from '../../features/heart/deliveries/queries.ts';

/** Rows read from the table at once. */
const PAGE = 16;

/** Ends of earlier parts of a stream that goes on: a reader of the whole is told only how it ends now. */
const ENDS: ReadonlySet<string> = new Set(['finish', 'abort', 'error']);

const DONE = 'data: [DONE]\n\n';

interface Chunk {
  readonly number: number;
  readonly json: string;
}

/**
 * Writes what a run says to a stream, chunk by chunk, as it is stored, and ends the stream where the run ends or waits for
 * a person.
 *
 * @param after Number of the last chunk that its reader has.
 */
export function followAgentStream(
  raw: ServerResponse,
  { runId, after }: { readonly runId: string; readonly after: number },
  services: Pick<RouteServices, 'read' | 'events' | 'log'>,
): void {
  const { read } = services;
  const pieces = (chunks: readonly Chunk[]): readonly Piece[] =>
    chunks.map(({ number, json }) => ({
      place: number,
      text: `id: ${runId}.${number}\ndata: ${json}\n\n`,
    }));

  async function pageAfter(at: number): Promise<Page> {
    const { stream, rows, run, job } = await read.snapshot({
      run: agents.agentRun({ runId }),
      stream: agents.agentStream({ runId }),
      rows: agents.agentStreamRows({ runId, after: at, limit: PAGE }),
      job: deliveries.job({ jobId: runId }),
    });
    if (stream === null) {
      if (job?.status === 'pending' || job?.status === 'dispatched' || job?.status === 'acked')
        return { pieces: [] };
      const why = job?.lastErrorCode ?? 'not_found';
      const json = JSON.stringify({ type: 'error', errorText: why });
      return { pieces: pieces([{ number: 1, json }]), last: DONE };
    }
    if (stream.isDropped) return { pieces: pieces(await replay(stream, at)), last: DONE };
    if (rows.length > 0)
      return { pieces: pieces(chunksOf(rows, at, stream)), place: lastOf(rows), more: true };
    // Whoever comes while it waits for a person reads from where it goes on.
    const rests = run === null || run.status === 'waiting_person' || hasEnded(run);
    const isOver = rests && !stream.isOpen && stream.newest > after;
    return { pieces: [], ...(isOver && { last: DONE }) };
  }

  async function replay({ newest }: AgentStream, at: number): Promise<readonly Chunk[]> {
    if (at >= newest) return [];
    const state = await read.one(agents.agentRunState({ runId }));
    const chunks = state === null ? [] : wholeStory(state);
    return chunks.map((chunk) => ({ number: newest, json: JSON.stringify(chunk) }));
  }

  followPages(raw, { from: after, pageAfter, what: 'a stream of an agent' }, services);
}

function lastOf(rows: readonly StreamRow[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.first + last.count - 1;
}

function chunksOf(rows: readonly StreamRow[], after: number, { beganAt }: AgentStream): Chunk[] {
  return rows
    .flatMap(({ first, body }) =>
      body.split('\n').map((json, index) => ({ number: first + index, json })),
    )
    .filter(({ number, json }) => number > after && (number >= beganAt || !isEnd(json)));
}

function isEnd(json: string): boolean {
  return ENDS.has((JSON.parse(json) as { readonly type: string }).type);
}
