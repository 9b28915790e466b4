import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

import { usage } from './command.ts';
import type { CommandContext } from './context.ts';
import { safeText } from './terminal-text.ts';
import { isUnopened, writeNew } from './write-new.ts';

/** A name that is taken is refused: nothing of the person's is written over. */
export async function saveTo(
  response: Response,
  output: string,
  { out }: CommandContext,
): Promise<void> {
  if (response.body === null) return;
  const body = Readable.fromWeb(response.body as ReadableStream);
  if (output === '-') {
    const isShown = process.stdout.isTTY === true;
    // guard: terminal-content
    for await (const chunk of isShown ? forTerminal(body) : body) {
      if (!process.stdout.write(chunk as Uint8Array | string)) {
        await new Promise((resolve) => process.stdout.once('drain', resolve));
      }
    }
    return;
  }
  try {
    await writeNew(output, body);
  } catch (cause) {
    if (!isUnopened(cause)) throw cause;
    const taken = 'code' in cause && cause.code === 'EEXIST';
    const why = taken ? `${output} is there already; choose a new name.` : `${cause.message}.`;
    throw usage(`--output: ${why}`, '--output');
  }
  out.document({ file: output });
  out.say(`Written to ${output}.`);
}

/** Others wrote it: what a program reads is as it is, and what a terminal shows does not steer it. */
async function* forTerminal(body: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body)
    yield safeText(decoder.decode(chunk as Uint8Array, { stream: true }), 'block');
  yield safeText(decoder.decode(), 'block');
}
