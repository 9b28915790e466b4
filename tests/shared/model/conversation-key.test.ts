import fc from 'fast-check';
import { expect, it } from 'vitest';

import { conversationKey, conversationRef } from '../../../shared/model/conversation-key.ts';

const platform = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}(:[a-z0-9.\-[\]:]{1,12})?$/);
const ref = fc.record({ platform, remote_conversation_id: fc.string({ minLength: 1 }) });

it('a key gives back what it was made of, slashes in the id included', () => {
  fc.assert(
    fc.property(ref, (one) => {
      expect(conversationRef(conversationKey(one))).toEqual(one);
    }),
  );
  const nested = { platform: 'generic:localhost:80', remote_conversation_id: 'a/b/c' };
  expect(conversationRef(conversationKey(nested))).toEqual(nested);
});

it('two conversations never share a key', () => {
  fc.assert(
    fc.property(ref, ref, (a, b) => {
      const same = JSON.stringify(a) === JSON.stringify(b);
      expect(conversationKey(a) === conversationKey(b)).toBe(same);
    }),
  );
});
