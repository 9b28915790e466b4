import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { saveTo } from '../../../conductor/src/cli/save-to.ts';
import { writeNew } from '../../../conductor/src/cli/write-new.ts';
import { tempDir } from '../../kit/running-conductor.ts';

type Out = Parameters<typeof saveTo>[2];

const STEERING = 'a\u001B]52;c;cm0gLXJm\u0007b\u009B2Jc\u202Ed\n';
const wasTty = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');

afterEach(() => {
  vi.restoreAllMocks();
  if (wasTty === undefined) Reflect.deleteProperty(process.stdout, 'isTTY');
  else Object.defineProperty(process.stdout, 'isTTY', wasTty);
});

/** Returns the output for a content that comes in pieces of one byte. */
async function written(content: string, isTTY: boolean): Promise<string> {
  Object.defineProperty(process.stdout, 'isTTY', { configurable: true, value: isTTY });
  const chunks: Buffer[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    chunks.push(Buffer.from(chunk as Uint8Array));
    return true;
  });
  const bytes = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of Buffer.from(content)) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  await saveTo(new Response(bytes), '-', {} as Out);
  return Buffer.concat(chunks).toString('utf8');
}

describe('a content on standard output', () => {
  it('does not steer a terminal', async () => {
    expect(await written(STEERING, true)).toBe(
      'a⟨U+001B⟩]52;c;cm0gLXJm⟨U+0007⟩b⟨U+009B⟩2Jc⟨U+202E⟩d\n',
    );
    expect(await written('日本 😀\n', true)).toBe('日本 😀\n');
  });

  it('is as it is for a program', async () => {
    expect(await written(STEERING, false)).toBe(STEERING);
  });
});

describe('a content in a file', () => {
  it('is there whole or not at all, and never over what is there', async () => {
    const dir = tempDir();
    const file = join(dir, 'kept');
    function* breaksOff() {
      yield 'Half of it';
      throw new Error('broken off');
    }
    await expect(writeNew(file, breaksOff())).rejects.toThrow('broken off');
    expect(readdirSync(dir)).toEqual([]);
    await writeNew(file, ['whole']);
    await expect(writeNew(file, ['another'])).rejects.toThrow('EEXIST');
    expect(readFileSync(file, 'utf8')).toBe('whole');
  });
});
