import { expect, test } from 'vitest';

import type { ModelBinding } from '../../../../../conductor/src/features/heart/lineage/feature.ts';
import { planQuestion } from '../../../../../conductor/src/features/minds/agents/chat-plan.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';

const prompt = {
  system: ['# Task'],
  messages: [
    { id: 'm1', role: 'user', text: 'One?' },
    { id: 'm2', role: 'user', text: 'Two?' },
  ],
  tools: [],
} as const;

const bound: ModelBinding = {
  bindingId: 'b1',
  conversationKey: 'chatgpt/c1' as ConversationKey,
  sessionKey: 'agent/s1' as ConversationKey,
  state: 'bound',
  modelRef: 'chat:chatgpt',
  sentThrough: 'm1',
  system: [],
  asked: null,
  tokens: 100,
  turns: 10,
  rolledFrom: 'b0',
  openedAt: 0,
  releasedAt: null,
  version: 1,
};

const kindOf = (binding: Partial<ModelBinding>, rolled: number) =>
  planQuestion({ binding: { ...bound, ...binding }, job: null, wasHeard: false }, prompt, {
    ref: 'x',
    maxTokens: 1_000,
    rolled,
  })?.kind ?? null;

test('a chat is left for a new one at most once in ten questions, and five times in a run', () => {
  expect(kindOf({}, 5)).toBe('go_on');
  expect(kindOf({ tokens: 1_001 }, 4)).toBe('roll');
  expect(kindOf({ tokens: 1_001 }, 5)).toBeNull();
  expect(kindOf({ tokens: 1_001, turns: 9 }, 1)).toBeNull();
  expect(kindOf({ tokens: 1_001, turns: 1, rolledFrom: null }, 0)).toBe('roll');
  // It does not know what the session has said.
  expect(kindOf({ sentThrough: 'elsewhere' }, 0)).toBe('roll');
});
