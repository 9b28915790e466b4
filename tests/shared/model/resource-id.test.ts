import fc from 'fast-check';
import { expect, it } from 'vitest';

import { readResourceId, resourceIdOf } from '../../../shared/model/resource-id.ts';
import { RESOURCE_TYPES } from '../../../shared/model/resource-words.ts';

it('is read up to its first _ and from its last _ on', () => {
  expect(readResourceId('browser_chat_123_0')).toEqual({
    type: 'browser',
    chatSessionId: 'chat_123',
    index: 0,
  });
});

it('is read as what it was made of, whatever the session is called', () => {
  const names = fc.record({
    type: fc.constantFrom(...RESOURCE_TYPES),
    chatSessionId: fc.string({ minLength: 1 }),
    index: fc.nat({ max: 999_999_999 }),
  });
  fc.assert(
    fc.property(names, (name) => {
      expect(readResourceId(resourceIdOf(name))).toEqual(name);
    }),
  );
});

it('is made again of what was read', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const read = readResourceId(id);
      expect(read === null || resourceIdOf(read) === id).toBe(true);
    }),
  );
});

it.each([
  '',
  'browser',
  'browser_0',
  'browser__0',
  'tab_chat_0',
  'browser_chat_',
  'browser_chat_01',
  'browser_chat_-1',
])('%j is none', (id) => {
  expect(readResourceId(id)).toBeNull();
});
