import { setTimeout as pause } from 'node:timers/promises';

import { createEventLines } from '../../../shared/lib/event-lines.ts';
import { countParts, createPartCounter } from './json-parts.ts';

/**
 * So many events are read in one go, or what they come in for so long. Then the next ones wait: a millisecond for each event,
 * and three times as long as that took.
 */
const EVENTS_AT_ONCE = 20;
const TURN_MS = 10;
const REST = 3;

/**
 * `fetch` for a server that may pour without an end, or send little that unpacks to much: a body fails once one message
 * of it, an event or the whole, has more than `maxBytes` as unpacked, or is of too many values. Events that come faster than
 * others can have their turn wait.
 */
export function limitedFetch(
  maxBytes: number,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const { status, statusText, headers } = response;
    const limits = isEvents ? ofEvents(maxBytes) : ofWhole(maxBytes);
    return new Response(response.body.pipeThrough(limits), { status, statusText, headers });
  };
}

type Limits = TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

function ofEvents(maxBytes: number): Limits {
  const read = createEventLines(maxBytes, countParts);
  let fresh = 0;
  let busyMs = 0;
  return new TransformStream({
    async transform(chunk, to) {
      const since = performance.now();
      const { bytes, count } = read(chunk);
      busyMs += performance.now() - since;
      if (bytes.length > 0) to.enqueue(bytes);
      fresh += count;
      if (fresh < EVENTS_AT_ONCE && busyMs < TURN_MS) return;
      await pause(fresh + busyMs * REST); // guard: events-in-turns
      fresh = 0;
      busyMs = 0;
    },
  });
}

function ofWhole(maxBytes: number): Limits {
  const look = createPartCounter();
  let bytes = 0;
  return new TransformStream({
    transform(chunk, to) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new Error(`a message of more than ${maxBytes} bytes is not taken in`);
      look(chunk);
      to.enqueue(chunk);
    },
  });
}
