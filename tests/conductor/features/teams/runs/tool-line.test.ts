import { describe, expect, it, test } from 'vitest';

import {
  type LineReading,
  isMarkerLine,
  newLineKey,
  readToolLine,
} from '../../../../../conductor/src/features/teams/runs/lines/tool-line.ts';

const KEY = '7QF2';
const LIST = { id: 't1', method: 'tabs.list', params: { runId: 'r1' }, key: KEY };

const read = (line: string, known: Readonly<Record<string, string>> = {}): LineReading =>
  readToolLine(line, { key: KEY, known: (id) => known[id] });
const line = (value: unknown): string => `__MPS_TOOL__ ${JSON.stringify(value)}`;
const why = (text: string): string => {
  const reading = read(text);
  return reading.kind === 'ignored' ? reading.why : reading.kind;
};

function callOf(reading: LineReading) {
  if (reading.kind !== 'call') throw new Error(`no call: ${JSON.stringify(reading)}`);
  return reading.call;
}

describe('a line', () => {
  it.each(['', '  ', '● ', '• ', '⏺ ', '- ', '* ', '> ', '│ ', '\t●   '])(
    'is a call behind %j',
    (before) => {
      expect(callOf(read(before + line(LIST)))).toMatchObject({
        id: 't1',
        method: 'tabs.list',
        params: { runId: 'r1' },
      });
    },
  );

  it('is a call within a frame', () => {
    expect(read(`│ ${line(LIST)}      │`).kind).toBe('call');
  });

  it.each(['base64:', 'b64:', 'base64: '])('is a call in %s', (prefix) => {
    const params = { text: '用 UTF-8 写' };
    const data = Buffer.from(JSON.stringify({ ...LIST, params })).toString('base64');
    expect(callOf(read(`__MPS_TOOL__ ${prefix}${data}`)).params).toEqual(params);
  });

  it('needs no params', () => {
    expect(callOf(read(line({ id: 'a', method: 'tools.list', key: KEY }))).params).toEqual({});
  });

  it.each([
    'It writes __MPS_TOOL__ {"id":"t1"}',
    '●● __MPS_TOOL__ {}',
    '__mps_tool__ {}',
    '__MPS_TOOL_RESULT__ {"id":"t1","ok":true}',
    '_MPS_TOOL__ {}',
    '',
  ])('is none of ours: %j', (text) => {
    expect(read(text)).toEqual({ kind: 'other' });
  });

  it.each([
    ['no_key', line({ ...LIST, key: undefined })],
    ['wrong_key', line({ ...LIST, key: '<key>' })],
    ['wrong_key', line({ ...LIST, key: KEY.toLowerCase() })],
    ['wrong_key', line({ ...LIST, key: [KEY] })],
    ['no_id', line({ ...LIST, id: undefined })],
    ['no_id', line({ ...LIST, id: '' })],
    ['no_id', line({ ...LIST, id: 7 })],
    ['no_id', line({ ...LIST, id: 'x'.repeat(65) })],
    ['no_method', line({ ...LIST, method: 1 })],
    ['wrong_params', line({ ...LIST, params: [1] })],
    ['wrong_params', line({ ...LIST, params: null })],
    ['not_json', '__MPS_TOOL__ tabs.list'],
    ['not_json', '__MPS_TOOL__'],
    ['not_json', `${line(LIST)} and more`],
    ['not_json', line([LIST])],
    ['not_json', '__MPS_TOOL__ {"id":"a","id":"b","key":"7QF2","method":"m"}'],
    ['not_base64', '__MPS_TOOL__ base64:???'],
    ['not_json', '__MPS_TOOL__ base64:aGVsbG8='],
    ['too_long', line({ ...LIST, params: { text: 'x'.repeat(16_384) } })],
    ['too_long', line({ ...LIST, params: { text: '长'.repeat(5_500) } })],
  ])('is ignored: %s', (expected, text) => {
    expect(why(text)).toBe(expected);
  });
});

test('a line that is drawn again is nothing; the same id for something else is told', () => {
  const { payloadHash } = callOf(read(line(LIST)));
  const known = { t1: payloadHash };
  expect(read(line(LIST), known)).toEqual({ kind: 'ignored', why: 'repeated' });
  const other = { key: KEY, params: { runId: 'r1' }, method: 'tabs.list', id: 't1' };
  expect(read(line(other), known)).toEqual({ kind: 'ignored', why: 'repeated' });
  expect(read(line({ ...LIST, params: {} }), known)).toEqual({ kind: 'duplicate_id', id: 't1' });
  expect(read(line({ ...LIST, method: 'tabs.kill' }), known).kind).toBe('duplicate_id');
  expect(read(line({ ...LIST, id: 't2' }), known).kind).toBe('call');
});

test('no line that is for programs is shown to people', () => {
  for (const text of [
    line(LIST),
    '● __MPS_TOOL_RESULT__ {}',
    '__MPS_PROMPT__',
    '__MPS_CWD__/work',
    'echo __MPS_TOOL__ x',
  ])
    expect(isMarkerLine(text), text).toBe(true);
  for (const text of ['MPS_TOOL', '__MPS__', 'the tool line'])
    expect(isMarkerLine(text), text).toBe(false);
});

test('each start has a key of its own', () => {
  const keys = new Set(Array.from({ length: 100 }, newLineKey));
  expect(keys.size).toBeGreaterThan(95);
  for (const key of keys) expect(key).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
});
