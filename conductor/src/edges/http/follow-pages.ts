import type { ServerResponse } from 'node:http';

import type { RouteServices } from './route-services.ts';

/** One event of a stream, as it is written. */
export interface Piece {
  /** Where its reader has come to with it: a number of the table that is followed. */
  readonly place: number;
  readonly text: string;
}

export interface Page {
  readonly pieces: readonly Piece[];
  /** Where to read on where no piece says it: what lies before need not be looked at again. */
  readonly place?: number;
  /** Nothing was found, and more is there all the same. Default false. */
  readonly more?: boolean;
  /** Text that is written last; nothing comes after it. */
  readonly last?: string;
}

/**
 * Writes a table to a stream as it grows. The table is the buffer: a follower reads on from its own place as fast as its
 * socket drains, so a slow one costs no memory and misses nothing.
 */
export function followPages(
  raw: ServerResponse,
  {
    from,
    pageAfter,
    what,
  }: {
    /** Place of the last event that its reader has. */
    readonly from: number;
    readonly pageAfter: (place: number) => Promise<Page>;
    /** Name of what is read, for the log. */
    readonly what: string;
  },
  { events, log }: Pick<RouteServices, 'events' | 'log'>,
): {
  /** The socket has as much as it takes: what is momentary may be left out. */
  readonly isDraining: () => boolean;
} {
  let place = from;
  /** Read and not yet written: a page at most. */
  let pieces: readonly Piece[] = [];
  let last: string | undefined;
  let draining = false;
  let reading = false;
  /** While it reads: what is new may have come behind that. */
  let grown = false;

  /** Writes what is read, as far as the socket takes it. */
  function write(): void {
    while (!draining && raw.writable) {
      const [piece, ...rest] = pieces;
      if (piece === undefined) return;
      pieces = rest;
      place = piece.place;
      // One event more than fits is taken by the socket's own buffer.
      draining = !raw.write(piece.text);
    }
  }

  /** Reads on and writes, until there is no more. */
  async function follow(): Promise<void> {
    for (write(); !draining && raw.writable; write()) {
      if (last !== undefined) {
        raw.end(last);
        return;
      }
      grown = false;
      const page = await pageAfter(place);
      ({ pieces, last } = page);
      if (pieces.length > 0 || last !== undefined) continue;
      place = Math.max(place, page.place ?? 0);
      if (page.more !== true && !grown) return;
    }
  }

  function pump(): void {
    grown = true;
    // What is ended counts as writable still.
    if (reading || raw.writableEnded) return;
    reading = true;
    follow()
      .catch((cause: unknown) => {
        // It comes back, and continues from the last event that it has.
        log.error({ err: cause }, `${what} could not be read`);
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
