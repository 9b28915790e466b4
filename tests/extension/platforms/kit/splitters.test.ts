import { describe, expect, test } from 'vitest';
import { FrameSplitter } from '../../../../extension/platforms/kit/frame-splitter.ts';
import { JsonSplitter } from '../../../../extension/platforms/kit/json-splitter.ts';
import { codedLine, LineSplitter } from '../../../../extension/platforms/kit/line-splitter.ts';
import { RECORD_END } from '../../../../extension/platforms/platform.ts';
import {
  LOST_PIECE,
  type Piece,
  type PieceSplitter,
  ReplyDecoder,
} from '../../../../extension/platforms/kit/reply-decoder.ts';
import { SseSplitter } from '../../../../extension/platforms/kit/sse-splitter.ts';
import { finalsOf } from '../decode.ts';

function cut(make: () => PieceSplitter, text: string): readonly Piece[] {
  const once = make();
  const whole = [...once.push(text), ...once.end()];
  const bit = make();
  expect([...text.split('').flatMap((char) => bit.push(char)), ...bit.end()]).toEqual(whole);
  return whole;
}
const dataOf = (pieces: readonly Piece[]): unknown[] => pieces.map(({ data }) => data);

describe('JSON', () => {
  const pieces = (text: string): unknown[] =>
    dataOf(cut(() => new JsonSplitter(), text)).map((data) => String(data).trim());

  test.for([
    ['a line each', '{"a":1}\n{"a":"}{"}\n', ['{"a":1}', '{"a":"}{"}']],
    ['without lines', '{"a":"\\""}{"a":2}', ['{"a":"\\""}', '{"a":2}']],
    ['in a list', '[{"a":1}\n,\n{"a":{"b":[2]}}]\n', ['{"a":1}', '{"a":{"b":[2]}}']],
    ['over lines', '{\n "a": 1\n}', ['{\n "a": 1\n}']],
    ['padded with NULs', '{"a":"x\0\0"}\n', ['{"a":"x"}']],
    ['texts', '"a{b"\n"c"\n', ['"a{b"', '"c"']],
    ['with an end mark', '{"a":1}\n[DONE]\n', ['{"a":1}', '[DONE]']],
  ] as const)('is cut into its objects: %s', ([, text, expected]) => {
    expect(pieces(text)).toEqual(expected);
  });

  test('that is broken comes out as it is, and what follows is whole', () => {
    const [broken, ...rest] = pieces('{"a":"x\n{"b":1}\n');
    expect(() => JSON.parse(String(broken)) as unknown).toThrow();
    expect(rest).toEqual(['{"b":1}']);
    expect(pieces('}{"b":1}')).toEqual(['}', '{"b":1}']);
    expect(pieces('{"b":1')).toEqual(['{"b":1']);
  });
});

describe('what comes over a socket', () => {
  const pieces = (...texts: string[]) =>
    cut(() => new FrameSplitter(), texts.map((text) => text + RECORD_END).join(''));

  test('may be events of socket.io, by their names', () => {
    expect(pieces('0{"sid":"s"}', '40', '2', '42["token",{"a":1}]', '42/chat,7["end"]')).toEqual([
      { name: 'token', data: '{"a":1}' },
      { name: 'end', data: 'null' },
    ]);
    expect(pieces('42["token",{"a":')).toEqual([LOST_PIECE]);
  });

  test('may be objects, and says nothing where it is neither', () => {
    expect(dataOf(pieces('{"a":1}{"a":2}', 'ping', 'a {', ''))).toEqual(['{"a":1}', '{"a":2}']);
    expect(dataOf(pieces('{"a":'))).toEqual(['{"a":']);
  });
});

describe('lines with a code', () => {
  test('have it for a name; others are lost', () => {
    expect(cut(() => new LineSplitter(codedLine), '0:"a:b"\r\n\nf:{}\nnothing\n')).toMatchObject([
      { name: '0' },
      { name: 'f', data: '{}' },
      LOST_PIECE,
    ]);
  });
});

describe('events', () => {
  test('with a field that no standard has are lost; a bare object is taken', () => {
    const stream = 'id: 1\nretry: 5\n: ping\ndata: {"a":1}\n\natad: {}\n\n{"error":"Busy"}\n';
    expect(cut(() => new SseSplitter(), stream)).toEqual([
      { name: 'message', data: '{"a":1}' },
      LOST_PIECE,
      { name: 'message', data: '{"error":"Busy"}' },
    ]);
  });
});

describe('a decoder', () => {
  const final = { type: 'final', assistantMessageId: 'm', text: 'x' } as const;
  const finalsAfter = (...lines: string[]) => {
    const decoder = new ReplyDecoder(new LineSplitter(), {
      read: () => [final],
      end: () => [final],
    });
    const events = [...decoder.push(lines.map((line) => `${line}\n`).join('')), ...decoder.end()];
    return finalsOf(events).length;
  };

  test('gives no final after what is not the JSON it should be', () => {
    expect(finalsAfter('{}', '{}')).toBe(3);
    expect(finalsAfter('{}', '{"', '{}')).toBe(1);
    expect(finalsAfter('', 'true', '[DONE]', '{}')).toBe(2);
  });
});
