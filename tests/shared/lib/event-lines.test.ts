import { expect, test } from 'vitest';

import { createEventLines } from '../../../shared/lib/event-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Returns the lines given on from a stream in such pieces. */
function read(pieces: readonly string[], max = 1_000): { text: string; count: number } {
  const events = createEventLines(max);
  const told = pieces.map((piece) => events(bytes(piece)));
  const text = told.map((one) => new TextDecoder().decode(one.bytes)).join('');
  return { text, count: told.reduce((sum, { count }) => sum + count, 0) };
}

test('lines that say something are given on as they are, however they come in', () => {
  const stream = 'event: message\nid: 7\ndata: {"a":"ä"}\r\n\r\ndata: [DONE]\n\n';
  expect(read([stream])).toEqual({ text: stream, count: 2 });
  expect(read(stream.match(/[^]{1,2}/gu) ?? [])).toEqual({ text: stream, count: 2 });
});

test('nothing else is, as whoever parses it takes long to complain', () => {
  const junk = 'x\n\n\n: alive\nretry: x\ndat\ndata: a\rx\rx\n\r\r\n\n';
  expect(read([junk, `${junk}data: 1\n${junk}`])).toEqual({ text: 'data: 1\n\n', count: 1 });
});

test('an event of more than it may have is not taken in, and many short ones are', () => {
  expect(read(['data: 1234\n\n'.repeat(100)], 20).count).toBe(100);
  const pieces = ['data: 1\ndata: 2\n', 'x\n', 'data: 3\n'];
  expect(() => read(pieces, 20)).toThrow('a message of more than 20 bytes is not taken in');
});
