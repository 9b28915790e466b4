import { expect, it } from 'vitest';

import { createLineBuffer } from '../../../conductor/src/tool-servers/line-buffer.ts';

it('a line of more than it may have is not kept, and the next one is read', () => {
  const buffer = createLineBuffer(100);
  expect(() => {
    for (let n = 0; n < 20; n += 1) buffer.append(Buffer.alloc(10, 'x'));
  }).toThrow('a message of more than 100 bytes is not taken in');
  const message = { jsonrpc: '2.0', id: 1, result: {} };
  buffer.append(Buffer.from(`${JSON.stringify(message)}\n`));
  expect(buffer.readMessage()).toEqual(message);
});
