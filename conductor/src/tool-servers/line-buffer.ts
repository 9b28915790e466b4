import { deserializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

const LINE_FEED = 0x0a;

/** What the SDK's transport over stdio reads through. */
export interface LineBuffer {
  /** Throws when one line has more than the most it may have. */
  append(chunk: Buffer): void;
  /** The next message; null: none is whole yet. Throws where a line is no message. */
  readMessage(): JSONRPCMessage | null;
  clear(): void;
}

/**
 * Lines as they come, each byte looked at once. The SDK's own buffer copies and searches all it holds with every chunk:
 * a result of 50 MB keeps the whole conductor busy for more than half a minute.
 */
export function createLineBuffer(maxLineBytes: number): LineBuffer {
  let lines: Buffer[] = [];
  let parts: Buffer[] = [];
  let size = 0;
  const clear = (): void => {
    lines = [];
    parts = [];
    size = 0;
  };
  return {
    append(chunk) {
      let from = 0;
      for (;;) {
        const at = chunk.indexOf(LINE_FEED, from);
        const part = chunk.subarray(from, at === -1 ? undefined : at);
        parts.push(part);
        size += part.length;
        if (size > maxLineBytes) {
          clear();
          throw new Error(`a message of more than ${maxLineBytes} bytes is not taken in`);
        }
        if (at === -1) return;
        lines.push(Buffer.concat(parts));
        parts = [];
        size = 0;
        from = at + 1;
      }
    },
    readMessage() {
      const line = lines.shift();
      return line === undefined
        ? null
        : deserializeMessage(line.toString('utf8').replace(/\r$/, ''));
    },
    clear,
  };
}
