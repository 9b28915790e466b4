import { expect, test } from 'vitest';

import {
  keepState,
  knownConversation,
  wantMode,
} from '../../../../extension/background/runtime/known-conversations.ts';
import type { FrameOf } from '../../../../shared/protocol/index.ts';
import { view } from '../builders/view.ts';

const C1 = { platform: 'chatgpt', remote_conversation_id: 'c-1' };
const STATE: FrameOf<'conversation.state'> = {
  v: 1,
  id: 's',
  seq: 1,
  type: 'conversation.state',
  ...C1,
  aliases: ['WEB:1'],
  local_conversation_id: 'lc-1',
  mode: 'manual',
  draining: false,
  pause_reason: null,
  title: null,
  jobs: [],
  approvals: [],
  renewal: null,
  parked_until: null,
};
const KNOWN = { key: 'chatgpt/c-1', ...C1, state: STATE, wanted: null };
const WISH = {
  v: 1,
  id: 'w',
  seq: 11,
  type: 'conversation.set_mode',
  ...C1,
  mode: 'auto',
} as const;

test('a wish is asked of the conductor and remembered under the number it gets', () => {
  const change = wantMode(view({ conversations: [KNOWN] }), C1, 'auto');
  expect(change.put?.conversations).toEqual([{ ...KNOWN, wanted: { mode: 'auto', seq: 11 } }]);
  expect(change.send).toEqual([{ type: 'conversation.set_mode', ...C1, mode: 'auto' }]);
});

test.each([
  ['was made before the wish arrived', STATE, [WISH], { mode: 'auto', seq: 11 }],
  ['grants the wish', { ...STATE, mode: 'auto' as const }, [WISH], null],
  ['refuses the wish', STATE, [], null],
])('a state that %s', (_, state, outbox, wanted) => {
  const before = { ...KNOWN, wanted: { mode: 'auto' as const, seq: 11 } };
  const change = keepState(view({ conversations: [before], outbox }), state);
  expect(change.put?.conversations).toEqual([{ ...KNOWN, state, wanted }]);
});

test("a conversation is known under the conductor's aliases, and moves to its newest key", () => {
  const rows = view({ conversations: [KNOWN] });
  expect(knownConversation(rows, { ...C1, remote_conversation_id: 'WEB:1' })).toEqual(KNOWN);
  const renamed = { ...STATE, remote_conversation_id: 'c-9', aliases: ['c-1'] };
  const old = view({ conversations: [{ ...KNOWN, state: null }] });
  expect(keepState(old, renamed).remove?.conversations).toEqual(['chatgpt/c-1']);
});
