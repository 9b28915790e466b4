import { deserializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

import { countParts } from './json-parts.ts';

const LINE_FEED = 0x0a;
const OBJECT = 0x7b;

/** Milliseconds for which messages of a server are read in one go; then it waits three times as long as that took. */
const TURN_MS = 10;
const REST = 3;

/** Buffer that the SDK's transport over stdio reads through. */
export interface LineBuffer {
  /** Throws when one line has more bytes, or values, than the most it may have. */
  append(chunk: Buffer): void;
  /** The next message; null: none is whole yet, or others have their turn. Throws where a line is no message. */
  readMessage(): JSONRPCMessage | null;
  clear(): void;
}

/**
 * Lines as they come, each byte looked at once. The SDK's own buffer copies and searches all it holds with every chunk:
 * a result of 50 MB keeps the whole conductor busy for more than half a minute. Lines that are no object are passed over.
 *
 * @param rest Is told when others have their turn, and calls `again` after so long: until then there is no message.
 */
export function createLineBuffer(
  maxLineBytes: number,
  rest: (ms: number, again: () => void) => void,
): LineBuffer {
  let lines: Buffer[] = [];
  /** How many of them were read. */
  let read = 0;
  /** Milliseconds used of this turn before `since`, from which it goes on. */
  let busyMs = 0;
  let since = 0;
  let isResting = false;
  let parts: Buffer[] = [];
  let size = 0;
  const clear = (): void => {
    lines = [];
    read = 0;
    parts = [];
    size = 0;
  };
  function isOthersTurn(): boolean {
    const tookMs = busyMs + performance.now() - since;
    if (isResting || tookMs < TURN_MS) return isResting; // guard: lines-in-turns
    isResting = true;
    rest(tookMs * REST, () => {
      isResting = false;
      busyMs = 0;
      since = performance.now();
    });
    return true;
  }
  return {
    append(chunk) {
      since = performance.now();
      let from = 0;
      for (;;) {
        const at = chunk.indexOf(LINE_FEED, from);
        const part = chunk.subarray(from, at === -1 ? undefined : at);
        parts.push(part);
        size += part.length;
        // guard: bounded-lines
        if (size > maxLineBytes) {
          clear();
          throw new Error(`a message of more than ${maxLineBytes} bytes is not taken in`);
        }
        if (at === -1) return;
        if (size > 0) {
          const line = Buffer.concat(parts);
          countParts(line);
          lines.push(line);
        }
        parts = [];
        size = 0;
        from = at + 1;
      }
    },
    readMessage() {
      while (!isOthersTurn()) {
        const line = lines[read];
        read += 1;
        if (line === undefined) {
          lines = [];
          read = 0;
          busyMs += performance.now() - since;
          since = performance.now();
          return null;
        }
        if (line[0] === OBJECT) return deserializeMessage(line.toString('utf8').replace(/\r$/, ''));
      }
      return null;
    },
    clear,
  };
}
