import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ReplyEvent } from '../../../extension/platforms/platform.ts';
import { ReplyDecoder, type ReplyReader } from '../../../extension/platforms/kit/reply-decoder.ts';
import { SseSplitter } from '../../../extension/platforms/kit/sse-splitter.ts';

export function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../fixtures/platforms', name), 'utf8');
}

/** Makes a decoder for an event stream. */
export function eventStream(reader: ReplyReader): ReplyDecoder {
  return new ReplyDecoder(new SseSplitter(), reader);
}

/** All events of a whole stream, text pieces joined to one. */
export function decodeWhole(decoder: ReplyDecoder, ...parts: readonly string[]): ReplyEvent[] {
  return [...parts.flatMap((part) => decoder.push(part)), ...decoder.end()];
}

export function finalsOf(events: readonly ReplyEvent[]): { id: string; text: string }[] {
  return events.flatMap((event) =>
    event.type === 'final' ? [{ id: event.assistantMessageId, text: event.text }] : [],
  );
}

/** How whole each final is said to be. */
export function endsOf(events: readonly ReplyEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'final' ? [event.complete ?? 'whole'] : []));
}

export function textOf(events: readonly ReplyEvent[]): string {
  return events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
}

/** The events are the same however the stream is split. */
export function expectSplitChangesNothing(makeDecoder: () => ReplyDecoder, stream: string): void {
  const whole = decodeWhole(makeDecoder(), stream);
  const cuts = fc.array(fc.nat({ max: stream.length }), { maxLength: 40 });
  fc.assert(
    fc.property(cuts, (places) => {
      const sorted = [0, ...places.toSorted((one, other) => one - other), stream.length];
      const parts = sorted.slice(1).map((end, index) => stream.slice(sorted[index], end));
      expect(decodeWhole(makeDecoder(), ...parts)).toEqual(whole);
    }),
    { numRuns: Math.min(60, Math.max(3, Math.round(300_000 / stream.length))) },
  );
  if (stream.length < 8_000) expect(decodeWhole(makeDecoder(), ...stream.split(''))).toEqual(whole);
}
