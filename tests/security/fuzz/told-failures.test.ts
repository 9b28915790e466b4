import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RECORD_END, SOCKET_TEXTS } from '../../../extension/platforms/platform.ts';
import {
  connectFrames,
  fixtureStreams,
  PLATFORMS,
  type ReplyStream,
} from '../../kit/reply-streams.ts';

/** Ways in which servers say that something failed. */
const FAILURES = (
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../fixtures/failure-values.json'), 'utf8'),
  ) as readonly unknown[]
).map((value) => JSON.stringify(value));

const STREAMS = PLATFORMS.flatMap((platform) =>
  fixtureStreams(platform).map((stream) => [`${platform.name}: ${stream.name}`, stream] as const),
);

/** Beside the other tests so many cases, over all streams; in the long run each failure after each byte. */
const DRAWN = 2_000;
const IS_WHOLE = process.env['BATON_SECURITY'] === 'long';
const LIMIT_MS = IS_WHOLE ? 600_000 : 20_000;

/** The value as a piece of its own, in the framing of the stream. */
function framed(stream: ReplyStream, value: string): readonly [separator: string, piece: string] {
  if (stream.contentType === SOCKET_TEXTS) return [RECORD_END, value + RECORD_END];
  if (stream.contentType.includes('connect')) return ['', connectFrames([value])];
  const isEvents = /^(?:message:\n)?(?:data|event|id|retry)?:/.test(stream.text);
  return isEvents ? ['\n\n', `data: ${value}\n\n`] : ['\n', `${value}\n`];
}

/** The frame that ends a stream of frames has begun: what follows is its length and its body. */
function isWithinEnd({ contentType, text }: ReplyStream, cut: number): boolean {
  return contentType.includes('connect') && cut > text.length - connectFrames([]).length;
}

/**
 * The text that counted as whole after the failure was told, before or at the end of the transfer; null: none did. A
 * final that came before the failure stands, as its turn was over.
 */
function finalAfter(stream: ReplyStream, cut: number, value: string): string | null {
  if (isWithinEnd(stream, cut)) return null;
  const decoder = stream.make();
  const [separator, piece] = framed(stream, value);
  // In some framings the first character of a piece shows that the one before it is whole.
  const before = decoder.push(stream.text.slice(0, cut) + separator + piece.slice(0, 1));
  if (before.some(({ type }) => type === 'final')) return null;
  const after = [...decoder.push(piece.slice(1)), ...decoder.end()];
  return after.find((event) => event.type === 'final')?.text ?? null;
}

it('knows forty ways to say that something failed', () => {
  expect(new Set(FAILURES).size).toBe(40);
});

describe.each(STREAMS)('%s', (_name, stream) => {
  const check = (cut: number, value: string): void => {
    const text = finalAfter(stream, cut, value);
    if (text !== null) throw new Error(`cut at ${cut}, then ${value}: "${text}" counts as whole`);
  };

  it('has no final once a failure was told', { timeout: LIMIT_MS }, () => {
    const cuts = fc.integer({ min: 0, max: stream.text.length });
    const numRuns = Math.ceil(DRAWN / STREAMS.length);
    fc.assert(fc.property(cuts, fc.constantFrom(...FAILURES), check), { numRuns });
    for (let cut = 0; IS_WHOLE && cut <= stream.text.length; cut += 1) {
      for (const value of FAILURES) check(cut, value);
    }
  });
});
