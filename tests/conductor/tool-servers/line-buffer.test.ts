import { expect, it } from 'vitest';

import { createLineBuffer } from '../../../conductor/src/tool-servers/line-buffer.ts';

it('a line of more than it may have is not kept, and the next one is read', () => {
  const buffer = createLineBuffer(100, () => undefined);
  expect(() => {
    for (let n = 0; n < 20; n += 1) buffer.append(Buffer.alloc(10, 'x'));
  }).toThrow('a message of more than 100 bytes is not taken in');
  const message = { jsonrpc: '2.0', id: 1, result: {} };
  buffer.append(Buffer.from(`${JSON.stringify(message)}\n`));
  expect(buffer.readMessage()).toEqual(message);
});

it('a server that never stops has others have their turn, and none of its messages is lost', () => {
  let again: (() => void) | null = null;
  const buffer = createLineBuffer(1_000, (ms, goOn) => {
    expect(ms).toBeGreaterThanOrEqual(30);
    again = goOn;
  });
  const message = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\nx\n\n`;
  buffer.append(Buffer.from(Array.from({ length: 20_000 }, (_, id) => message(id)).join('')));
  const ids: unknown[] = [];
  let turns = 0;
  do {
    again = null;
    for (let one = buffer.readMessage(); one !== null; one = buffer.readMessage())
      ids.push((one as { readonly id: number }).id);
    expect(buffer.readMessage()).toBeNull();
    turns += 1;
    (again as (() => void) | null)?.();
  } while (again !== null);
  expect(turns).toBeGreaterThan(2);
  expect(ids).toEqual(Array.from({ length: 20_000 }, (_, id) => id));
});

it('lines of nothing take their server’s time as well', () => {
  let rests = 0;
  const buffer = createLineBuffer(1_000, () => (rests += 1));
  for (let n = 0; n < 100 && rests === 0; n += 1) {
    buffer.append(Buffer.alloc(65_536, '\n'));
    expect(buffer.readMessage()).toBeNull();
  }
  expect(rests).toBe(1);
});
