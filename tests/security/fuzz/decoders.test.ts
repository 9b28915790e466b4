import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { JsonSplitter } from '../../../extension/platforms/kit/json-splitter.ts';
import { LineSplitter } from '../../../extension/platforms/kit/line-splitter.ts';
import {
  EVENT_SOURCE,
  type Platform,
  type ReplyDecoder,
  type ReplyEvent,
  SOCKET_TEXTS,
} from '../../../extension/platforms/platform.ts';
import { LOST_PIECE } from '../../../extension/platforms/kit/reply-decoder.ts';
import { SseSplitter } from '../../../extension/platforms/kit/sse-splitter.ts';
import { WholeText } from '../../../extension/platforms/kit/whole-text.ts';
import { isErrorCode } from '../../../shared/model/error-code-names.ts';
import { fixtureStreams, PLATFORMS } from '../../kit/reply-streams.ts';
import { CASES_EACH, inTime, LIMIT_MS } from './cases.ts';
import { damaged, inPieces } from './mutations.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/platforms');
const CONTENT_TYPES = [
  'text/event-stream',
  'application/json',
  'application/x-ndjson',
  'text/plain',
  'application/connect+json',
  SOCKET_TEXTS,
  EVENT_SOURCE,
];
const REQUEST = {
  url: 'https://chat.example/api/chat',
  method: 'POST',
  body: '{}',
  pageUrl: 'https://chat.example/c/1',
};

function textsOf(platform: string): string[] {
  const dir = join(FIXTURES, platform);
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
}

/** Returns the decoders of the platform's fixtures, and those it makes of a request like this. */
function decodersOf(platform: Platform): (() => ReplyDecoder)[] {
  const made = CONTENT_TYPES.map((type) => () => platform.decodeReply(REQUEST, type));
  const known = fixtureStreams(platform).map(({ make }) => make);
  return [...made, ...known].flatMap((make) => {
    if (make() === null) return [];
    return (): ReplyDecoder => {
      const decoder = make();
      if (decoder === null) throw new Error('it was there before');
      return decoder;
    };
  });
}

function checkEvent(event: ReplyEvent, given: number): void {
  switch (event.type) {
    case 'final':
      expect(typeof event.assistantMessageId).toBe('string');
      expect(typeof event.text).toBe('string');
      // JSON patches may say a piece of text again, and never make more than they are made of, many times over.
      expect(event.text.length).toBeLessThanOrEqual(1_000 + given * 50);
      return;
    case 'delta':
      return expect(typeof event.text).toBe('string');
    case 'conversation':
      return expect(typeof event.remoteConversationId).toBe('string');
    case 'user_turn':
      return expect(typeof event.messageId).toBe('string');
    case 'error':
      expect(isErrorCode(event.code)).toBe(true);
      return expect(typeof event.text).toBe('string');
    case 'handoff':
      return undefined;
  }
}

describe.each(PLATFORMS.map((platform) => [platform.name, platform] as const))(
  '%s',
  (name, platform) => {
    const texts = textsOf(name);

    it(
      'decodes any stream without a throw, a hang or a word that is none',
      () => {
        const decoders = decodersOf(platform);
        expect(decoders.length).toBeGreaterThan(0);
        const pick = fc.constantFrom(...decoders);
        fc.assert(
          fc.property(pick, inPieces(damaged(texts)), (make, pieces) => {
            inTime(() => {
              const decoder = make();
              const given = pieces.reduce((sum, piece) => sum + piece.length, 0);
              for (const piece of pieces)
                for (const event of decoder.push(piece)) checkEvent(event, given);
              for (const event of decoder.end()) checkEvent(event, given);
            });
            expect(({} as Record<string, unknown>)['prototype']).toBeUndefined();
          }),
          { numRuns: CASES_EACH },
        );
      },
      LIMIT_MS,
    );

    it(
      'reads any frame, history, refusal and request without a throw or a hang',
      () => {
        const url = fc.oneof(
          fc.webUrl({ withQueryParameters: true }),
          fc.constantFrom(REQUEST.url),
        );
        const paths = fc.constantFrom(
          '/c/1',
          '/chat/x',
          '/share/1',
          '/a/chat/s/%E0%A4%A',
          '/app/1?x=%',
        );
        const page = fc.oneof(
          fc.webUrl(),
          paths.map((path) => `https://chat.example${path}`),
        );
        fc.assert(
          fc.property(
            damaged(texts),
            url,
            page,
            fc.integer({ min: 0, max: 599 }),
            (text, to, at, status) => {
              inTime(() => {
                const request = { url: to, method: 'POST', body: text, pageUrl: at };
                platform.readFrame(text);
                platform.history?.parse(text);
                platform.history?.path(text.slice(0, 100).toWellFormed());
                expect(isErrorCode(platform.readRefusal(status, {}, text).code)).toBe(true);
                platform.locate(new URL(at));
                platform.describeSend(request);
                platform.describeResume(request);
                const template = platform.replay?.template(request) ?? null;
                if (template !== null)
                  platform.replay?.request(template, {
                    text: 'x',
                    remoteConversationId: null,
                    parentMessageId: null,
                    newIds: [],
                  });
              });
            },
          ),
          { numRuns: CASES_EACH },
        );
      },
      LIMIT_MS,
    );
  },
);

/** Beside the other tests so many of each site's, evenly; in the long run all. */
const ENDLESS_EACH = CASES_EACH / 5;
const ENDLESS = PLATFORMS.flatMap((platform) => {
  const all = decodersOf(platform).map(
    (make, index) => [`${platform.name} (${index})`, make] as const,
  );
  const every = Math.ceil(all.length / ENDLESS_EACH);
  return all.filter((_, index) => index % every === 0);
});

it.each(ENDLESS)(
  'a stream of %s that never ends its line is read in time that grows with it',
  (_name, make) => {
    for (const [start, piece, pieces] of [
      ['data: ', 'x'.repeat(16_384), 250],
      ['{"a":"', 'y'.repeat(16_384), 250],
      ['data: x\n', 'data: y\n'.repeat(2_000), 20],
    ] as const) {
      const decoder = make();
      decoder.push(start);
      inTime(() => {
        for (let n = 0; n < pieces; n += 1) decoder.push(piece);
      });
      inTime(() => decoder.end());
    }
  },
);

it.each([
  ['events', () => new SseSplitter()],
  ['JSON', () => new JsonSplitter()],
  ['lines', () => new LineSplitter()],
  ['one document', () => new WholeText()],
])('%s that go past every bound are lost, and nothing more is made of them', (_what, make) => {
  const splitter = make();
  splitter.push('data: {"a":"');
  for (let n = 0; n < 17; n += 1) splitter.push('x'.repeat(2 ** 20));
  const after = [...splitter.push('"}\n\ndata: {"b":1}\n\n'), ...splitter.end()];
  expect(after).toEqual([LOST_PIECE]);
});
