import fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';

import {
  type LineReading,
  readToolLine,
} from '../../conductor/src/features/teams/runs/lines/tool-line.ts';
import { lineCalls } from '../../conductor/src/features/teams/runs/programs/line-calls.ts';
import { createScreen, type Screen } from '../../worker/terminals/screen.ts';
import { createTurns } from '../../worker/terminals/turns.ts';
import { CASES, LIMIT_MS } from './fuzz/cases.ts';
import { SCREENS } from './fuzz/screens.ts';

const KEY = '7QF2';
const CALL = `__MPS_TOOL__ {"id":"t1","method":"tabs.list","params":{"runId":"r1"},"key":"${KEY}"}`;
const NO_MARKS = (): undefined => undefined;
const RESET = '\u001bc';

function newScreen(cols: number): Screen {
  const screen = createScreen({ cols, rows: 24 }, createTurns(), NO_MARKS, () => undefined);
  onTestFinished(() => screen.dispose());
  return screen;
}

/** Reads the screen as it stands, each line once. */
function readingsOf(screen: Screen): readonly LineReading[] {
  const known = new Map<string, string>();
  return screen
    .visible()
    .split('\n')
    .map((text) => {
      const reading = readToolLine(text, { key: KEY, known: (id) => known.get(id) });
      if (reading.kind === 'call') known.set(reading.call.id, reading.call.payloadHash);
      return reading;
    });
}

/** As a turn of a program is read: all that it showed since it was told something. */
const callsOf = (screen: Screen) => lineCalls(screen.since(screen.top()), KEY, new Map()).calls;

describe('a terminal', () => {
  it('breaks a long line that is read whole, with colours and behind a bullet', async () => {
    const screen = newScreen(80);
    const params = { text: 'word '.repeat(160) };
    const json = JSON.stringify({ id: 't1', method: 'tabs.send', params, key: KEY });
    await screen.feed(`\u001b[1m\u001b[32m●\u001b[0m \u001b[36m__MPS_TOOL__ ${json}\u001b[0m\r\n`);
    const paramsJson = JSON.stringify(params);
    expect(callsOf(screen)).toMatchObject([{ externalId: 't1', action: { paramsJson } }]);
  });

  it('shows a line again that runs once', async () => {
    const screen = newScreen(512);
    await screen.feed(`${CALL}\r\nsome text\r\n● ${CALL}\r\n\u001b[2K\r${CALL}`);
    expect(readingsOf(screen).map(({ kind }) => kind)).toEqual([
      'call',
      'other',
      'ignored',
      'ignored',
    ]);
  });

  it('shows what is typed into it and what a file holds, and neither runs', async () => {
    const screen = newScreen(512);
    const example = CALL.replace(KEY, '<key>');
    await screen.feed(`$ cat prompt.md\r\n${example}\r\n${example}\r\n$ `);
    expect(callsOf(screen)).toEqual([]);
  });
});

test('a program that writes more calls than a chat may has the first of them read', () => {
  const line = (id: number) =>
    `__MPS_TOOL__ {"id":"t${id}","method":"tabs.list","params":{},"key":"${KEY}"}`;
  const text = Array.from({ length: 100 }, (_, id) => line(id)).join('\n');
  const { calls } = lineCalls(text, KEY, new Map());
  expect(calls).toHaveLength(64);
  expect(calls.at(-1)?.externalId).toBe('t63');
});

test(
  'no screen without the key gives a call',
  async () => {
    const screen = newScreen(512);
    await fc.assert(
      fc.asyncProperty(SCREENS, async (drawn) => {
        await screen.feed(RESET + drawn);
        // Four random characters may be the key by chance.
        fc.pre(!screen.visible().includes(KEY));
        expect(callsOf(screen)).toEqual([]);
      }),
      { numRuns: CASES },
    );
  },
  LIMIT_MS,
);

test(
  'a call with the key is read once, however often and among whatever it is drawn',
  async () => {
    const screen = newScreen(512);
    const WORDS = fc.string({ maxLength: 60 }).filter((text) => !text.includes('__MPS'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(WORDS, { maxLength: 6 }),
        fc.integer({ min: 1, max: 6 }),
        async (words, times) => {
          const drawn = Array.from({ length: times }, (_, at) => `${words[at] ?? ''}\r\n${CALL}`);
          await screen.feed(`${RESET}${drawn.join('\r\n')}\r\n${words.join('\r\n')}`);
          expect(callsOf(screen)).toHaveLength(1);
        },
      ),
      { numRuns: CASES },
    );
  },
  LIMIT_MS,
);
