import type { ServerResponse } from 'node:http';

import { type EventFilter, eventView, type ShownEvent } from '../../features/service/feature.ts';
import type { RouteServices } from './route-services.ts';

/** Events read from the table at once. */
const PAGE = 200;

/**
 * Writes the trail to a stream as it grows. The table is the buffer: a follower reads on from its own place as fast as its
 * socket drains, so a slow one costs no memory and misses nothing.
 */
export function followTrail(
  raw: ServerResponse,
  trail: {
    /** Id of the last event that its reader has. */
    readonly from: number;
    readonly filter: EventFilter;
    /** What an event is called in the stream, by its type. */
    readonly nameOf: (type: string) => string;
  },
  { read, events, log }: Pick<RouteServices, 'read' | 'events' | 'log'>,
): {
  /** The socket has as much as it takes: what is momentary may be left out. */
  readonly isDraining: () => boolean;
} {
  const { filter, nameOf } = trail;
  let after = trail.from;
  /** Read and not yet written: a page at most. */
  let page: readonly ShownEvent[] = [];
  let draining = false;
  let reading = false;
  /** While it reads: what is new may have come behind that. */
  let grown = false;

  /** Writes what is read, as far as the socket takes it. */
  function write(): void {
    while (!draining && raw.writable) {
      const [row, ...rest] = page;
      if (row === undefined) return;
      page = rest;
      after = row.eventId;
      const data = JSON.stringify(eventView(row));
      // One event more than fits is taken by the socket's own buffer.
      draining = !raw.write(`id: ${row.eventId}\nevent: ${nameOf(row.type)}\ndata: ${data}\n\n`);
    }
  }

  /** Reads on and writes, until there is no more. */
  async function follow(): Promise<void> {
    for (write(); !draining && raw.writable; write()) {
      grown = false;
      const found = await read.one({ query: 'eventsAfter', ...filter, after, limit: PAGE });
      page = found.events;
      if (page.length > 0) continue;
      // What the filter left out need not be looked at again.
      after = Math.max(after, found.head);
      if (!grown) return;
    }
  }

  function pump(): void {
    grown = true;
    if (reading) return;
    reading = true;
    follow()
      .catch((cause: unknown) => {
        // It comes back, and continues from the last event that it has.
        log.error({ err: cause }, 'the trail could not be read');
        raw.end();
      })
      .finally(() => {
        reading = false;
        if (grown && !draining && raw.writable) pump();
      });
  }

  const unsubscribe = events.subscribe(pump);
  raw.on('drain', () => {
    draining = false;
    pump();
  });
  raw.once('close', unsubscribe);
  pump();
  return { isDraining: () => draining };
}
