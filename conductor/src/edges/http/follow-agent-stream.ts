import type { ServerResponse } from 'node:http';

import {
  type AgentStream,
  hasEnded,
  type StreamRow,
  wholeStory,
} from '../../features/agents/feature.ts';
import type { RouteServices } from './route-services.ts';

/** Rows read from the table at once. */
const PAGE = 16;

/** Ends of earlier parts of a stream that goes on: a reader of the whole is told only how it ends now. */
const ENDS: ReadonlySet<string> = new Set(['finish', 'abort', 'error']);

interface Event {
  /** Number of the chunk. */
  readonly number: number;
  readonly json: string;
}

/**
 * Writes what a run says to a stream, chunk by chunk, as it is stored, and ends the stream where the run ends or waits for
 * a person. The table is the buffer: each reader reads on from its own place as fast as its socket drains.
 *
 * @param after Number of the last chunk that its reader has.
 */
export function followAgentStream(
  raw: ServerResponse,
  { runId, after }: { readonly runId: string; readonly after: number },
  { read, events, log }: Pick<RouteServices, 'read' | 'events' | 'log'>,
): void {
  let at = after;
  let page: readonly Event[] = [];
  let draining = false;
  let reading = false;
  /** While it reads: what is new may have come behind that. */
  let grown = false;
  let isOver = false;

  function write(): void {
    while (!draining && raw.writable) {
      const [event, ...rest] = page;
      if (event === undefined) return;
      page = rest;
      at = event.number;
      draining = !raw.write(`id: ${runId}.${event.number}\ndata: ${event.json}\n\n`);
    }
  }

  function end(): void {
    isOver = true;
    if (!raw.writable) return;
    raw.write('data: [DONE]\n\n');
    raw.end();
  }

  /** Reads the next page; false: there is none now. */
  async function readOn(): Promise<boolean> {
    const { stream, rows, run, job } = await read.snapshot({
      run: { query: 'agentRun', runId },
      stream: { query: 'agentStream', runId },
      rows: { query: 'agentStreamRows', runId, after: at, limit: PAGE },
      job: { query: 'job', jobId: runId },
    });
    if (stream === null) {
      if (job?.status === 'pending' || job?.status === 'dispatched' || job?.status === 'acked')
        return false;
      const why = job?.lastErrorCode ?? 'not_found';
      page = [{ number: 1, json: JSON.stringify({ type: 'error', errorText: why }) }];
      isOver = true;
      return true;
    }
    if (stream.isDropped) {
      page = await replay(stream);
      isOver = true;
      return page.length > 0;
    }
    page = eventsOf(rows, at, stream);
    if (rows.length > 0) {
      if (page.length === 0) at = lastOf(rows);
      return true;
    }
    // Whoever comes while it waits for a person reads from where it goes on.
    const rests = run === null || run.status === 'waiting_person' || hasEnded(run);
    isOver = rests && !stream.isOpen && stream.newest > after;
    return false;
  }

  async function replay({ newest }: AgentStream): Promise<readonly Event[]> {
    if (at >= newest) return [];
    const state = await read.one({ query: 'agentRunState', runId });
    const chunks = state === null ? [] : wholeStory(state);
    return chunks.map((chunk) => ({ number: newest, json: JSON.stringify(chunk) }));
  }

  async function follow(): Promise<void> {
    for (write(); !draining && raw.writable; write()) {
      if (isOver) return end();
      grown = false;
      const more = await readOn();
      if (!more && !isOver && !grown) return;
    }
  }

  function pump(): void {
    grown = true;
    if (reading || isOver) return;
    reading = true;
    follow()
      .catch((cause: unknown) => {
        // It comes back, and goes on after the last chunk that it has.
        log.error({ err: cause }, 'a stream of an agent could not be read');
        raw.end();
      })
      .finally(() => {
        reading = false;
        if ((grown || isOver) && !draining && raw.writable) pump();
      });
  }

  const unsubscribe = events.subscribe(pump);
  raw.on('drain', () => {
    draining = false;
    pump();
  });
  raw.once('close', unsubscribe);
  pump();
}

function lastOf(rows: readonly StreamRow[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.first + last.count - 1;
}

function eventsOf(rows: readonly StreamRow[], after: number, { beganAt }: AgentStream): Event[] {
  return rows
    .flatMap(({ first, body }) =>
      body.split('\n').map((json, index) => ({ number: first + index, json })),
    )
    .filter(({ number, json }) => number > after && (number >= beganAt || !isEnd(json)));
}

function isEnd(json: string): boolean {
  return ENDS.has((JSON.parse(json) as { readonly type: string }).type);
}
