import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';

import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';

/** Most bytes of one line that it writes. */
const MAX_LINE_BYTES = 8 * 2 ** 20;

/** Requests of a program that may wait for their answers at once. */
const MAX_ASKED = 64;

const UPDATE = 'session/update';
const CANCEL = '$/cancel_request';
const LINE_FEED = 0x0a;

/**
 * Connects to a program, one message a line. Updates are passed to `hear`, in their order among the answers, and are
 * kept nowhere. Messages that nobody waits for are dropped: the SDK would write them into the log in the program's own
 * words. A program that asks for more than it takes answers to, or writes a line without an end, has its connection
 * closed.
 */
export function programStream(
  program: { readonly stdin: Writable; readonly stdout: Readable },
  hear: (update: unknown) => void,
): Stream {
  /** Ids of our requests that have no answer yet. */
  const awaited = new Set<unknown>();
  let asked = 0;

  /** Whether the SDK is to have it. */
  function isPassed({ jsonrpc, method, id, params, ...rest }: Partial<AnyObject>): boolean {
    if (jsonrpc !== '2.0') return false;
    if (method === undefined) return awaited.delete(id); // guard: program-unasked
    if (typeof method !== 'string' || 'result' in rest || 'error' in rest) return false;
    if (id === undefined) {
      if (method === UPDATE) hear(params);
      return method === CANCEL;
    }
    if (typeof id !== 'string' && typeof id !== 'number') return false;
    asked += 1;
    // guard: program-asks-few
    if (asked > MAX_ASKED) throw new Error('It asks for more than it takes answers to.');
    return true;
  }

  async function* messages(): AsyncGenerator<AnyMessage> {
    const lines = createLines();
    for await (const chunk of program.stdout as AsyncIterable<Buffer>) {
      for (const line of lines.add(chunk)) {
        const message = objectOf(line);
        if (message !== null && isPassed(message)) yield message as unknown as AnyMessage;
      }
      // Whatever is written, others have their turn after each part of it.
      await others();
    }
  }

  return {
    readable: ReadableStream.from<AnyMessage>(messages()) as Stream['readable'],
    writable: new WritableStream<AnyMessage>({
      async write(message) {
        const isAnswer = !('method' in message);
        if (!isAnswer && 'id' in message) awaited.add(message.id);
        if (!program.stdin.write(`${JSON.stringify(message)}\n`))
          await once(program.stdin, 'drain');
        if (isAnswer) asked -= 1;
      },
    }),
  };
}

type AnyObject = Readonly<Record<string, unknown>>;

function objectOf(line: string): AnyObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as AnyObject) : null;
  } catch {
    // Programs print what is no message, too.
    return null;
  }
}

/** Whole lines of what comes in parts. */
function createLines(): { readonly add: (chunk: Buffer) => readonly string[] } {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    add(chunk) {
      const lines: string[] = [];
      for (let from = 0; ;) {
        const at = chunk.indexOf(LINE_FEED, from);
        const part = chunk.subarray(from, at === -1 ? undefined : at);
        parts.push(part);
        size += part.length;
        // guard: program-lines-end
        if (size > MAX_LINE_BYTES)
          throw new Error(`It wrote a line of over ${MAX_LINE_BYTES} bytes.`);
        if (at === -1) return lines;
        lines.push(Buffer.concat(parts).toString('utf8'));
        parts = [];
        size = 0;
        from = at + 1;
      }
    },
  };
}
