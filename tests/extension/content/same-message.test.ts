import { expect, test } from 'vitest';

import { isSameMessage, withoutBlankEnds } from '../../../extension/content/same-message.ts';
import { textsIn } from '../../../extension/content/teach/shown-reply.ts';
import { timed } from '../../kit/timed.ts';

test('blanks at the ends of lines, and how these end, make no other message', () => {
  expect(withoutBlankEnds('one \t\r\n two\u00A0\r three')).toBe('one\n two\n three');
  expect(isSameMessage('one  \n\n two\n', '\r\none\r\n\r\n two')).toBe(true);
  expect(isSameMessage('one\n two', 'one\ntwo')).toBe(false);
});

test('texts are compared and found in time that grows with them, whatever they hold', () => {
  const blanks = `a${' '.repeat(100_000)}b`;
  const compared = timed(() => isSameMessage(blanks, `${blanks}c`));
  const many = JSON.stringify(Array.from({ length: 100_000 }, (_none, n) => String(n)));
  const found = timed(() => textsIn(many));
  expect(compared.result).toBe(false);
  expect(found.result.length).toBe(5_001);
  expect(compared.tookMs + found.tookMs).toBeLessThan(1_500);
});
