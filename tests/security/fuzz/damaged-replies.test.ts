import { describe, expect, it } from 'vitest';

import type { Platform, ReplyEvent } from '../../../extension/platforms/platform.ts';
import {
  fixtureStreams,
  hasRecorded,
  PLATFORMS,
  recordedStreams,
  type ReplyStream,
} from '../../kit/reply-streams.ts';
import { CASES_EACH, LIMIT_MS } from './cases.ts';

/** Characters of a stream decoded for each way to damage it: a sample beside the other tests, all in the long run. */
const MOST_CHARS = 5_000 * CASES_EACH;

interface Final {
  readonly id: string;
  readonly text: string;
}

function finalsOf(events: readonly ReplyEvent[]): readonly Final[] {
  return events.flatMap((event) =>
    event.type === 'final' ? [{ id: event.assistantMessageId, text: event.text }] : [],
  );
}

function decode(stream: ReplyStream, pieces: readonly string[], isWhole = true): readonly Final[] {
  const decoder = stream.make();
  const events = pieces.flatMap((piece) => decoder.push(piece));
  return finalsOf(isWhole ? [...events, ...decoder.end()] : events);
}

/** Text as it comes when its bytes arrive so many at a time. */
function inChunks(bytes: Uint8Array, size: number): readonly string[] {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    pieces.push(decoder.decode(bytes.subarray(from, from + size), { stream: true }));
  }
  return [...pieces, decoder.decode()];
}

/** Evenly spread, each once, and all of them where they are few. */
function places(count: number, stream: ReplyStream): readonly number[] {
  const most = Math.min(count, Math.ceil(MOST_CHARS / stream.text.length));
  return Array.from({ length: most }, (_, index) => Math.floor((index * count) / most));
}

/** A line that should be JSON, and is not any more. */
const GARBLES: Readonly<Record<string, (line: string) => string>> = {
  'is cut short': (line) => line.slice(0, Math.ceil(line.length / 2)),
  'has a quote too many': (line) => {
    const middle = line.indexOf('"', line.length / 2);
    return middle < 0 ? `${line}"` : `${line.slice(0, middle)}"\u0001${line.slice(middle)}`;
  },
  'has lost a brace': (line) => line.replace(/\}(?=[^}]*$)/, ''),
  'is noise': () => '{"noise',
};

/** Line that holds JSON; the loss of a line without any cannot be noticed. */
const HOLDS_JSON = /[{[].*[}\]]/;

function lineEnd(stream: ReplyStream): string | null {
  if (stream.text.includes('\u001e')) return '\u001e';
  return stream.contentType.includes('connect') ? null : '\n';
}

function check(stream: ReplyStream): void {
  const bytes = new TextEncoder().encode(stream.text);
  const whole = decode(stream, [stream.text]);
  /** Nothing but what the whole stream says, in its order. */
  const expectExact = (finals: readonly Final[], what: string): void => {
    expect({ what, finals }).toEqual({ what, finals: whole.slice(0, finals.length) });
  };

  it('is read the same in chunks of 1 and 7 bytes', { timeout: LIMIT_MS }, () => {
    for (const size of [1, 7]) expect(decode(stream, inChunks(bytes, size))).toEqual(whole);
  });

  it('gives no false final when it is cut at any byte', { timeout: LIMIT_MS }, () => {
    for (const end of places(bytes.length, stream)) {
      const cut = inChunks(bytes.subarray(0, end), bytes.length);
      expectExact(decode(stream, cut, false), `cut at ${end}`);
      if (stream.isMarked) expectExact(decode(stream, cut), `ended at ${end}`);
    }
  });

  const end = lineEnd(stream);
  if (end === '\n' && stream.contentType !== 'text/plain') {
    it('is read the same with the other line ends', () => {
      const other = stream.text.includes('\r\n')
        ? stream.text.replaceAll('\r\n', '\n')
        : stream.text.replaceAll('\n', '\r\n');
      expect(decode(stream, [other])).toEqual(whole);
    });
  }

  const lines = end === null ? [] : stream.text.split(end);
  const json = [...lines.keys()].filter((index) => HOLDS_JSON.test(lines[index] ?? ''));
  for (const [what, garble] of Object.entries(GARBLES)) {
    it(`gives no final with a hole when a line ${what}`, { timeout: LIMIT_MS }, () => {
      for (const index of places(json.length, stream).map((place) => json[place])) {
        if (index === undefined || end === null) continue;
        const garbled = lines.with(index, garble(lines[index] ?? ''));
        expectExact(decode(stream, [garbled.join(end)]), `line ${index}: ${garbled[index]}`);
      }
    });
  }
}

function checkAll(platform: Platform, streams: readonly ReplyStream[]): void {
  for (const stream of streams) describe(`${platform.name}: ${stream.name}`, () => check(stream));
}

it.each(PLATFORMS)('$name has replies among its fixtures', (platform) => {
  expect(fixtureStreams(platform).length).toBeGreaterThan(0);
});

for (const platform of PLATFORMS) checkAll(platform, fixtureStreams(platform));

describe.skipIf(!hasRecorded)(
  'recorded traffic (skipped where none lies beside the project)',
  () => {
    for (const platform of PLATFORMS) checkAll(platform, recordedStreams(platform));
  },
);
