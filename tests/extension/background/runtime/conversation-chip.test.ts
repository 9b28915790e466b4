import { expect, test } from 'vitest';

import { chipOf } from '../../../../extension/background/runtime/conversation-chip.ts';
import {
  preferencesOf,
  setPreference,
} from '../../../../extension/background/runtime/preferences.ts';
import type { KnownConversation } from '../../../../extension/background/storage/tables.ts';
import { meta, page, view } from '../builders/view.ts';

function known(
  mode: 'auto' | 'manual' | 'paused',
  waiting = 0,
  wanted: KnownConversation['wanted'] = null,
): KnownConversation {
  const named = { platform: 'chatgpt', remote_conversation_id: 'c-1' };
  const approvals = Array.from({ length: waiting }, (_, n) => ({ approval_id: String(n) }));
  const state = { ...named, aliases: [], mode, approvals } as unknown as KnownConversation['state'];
  return { key: 'chatgpt/c-1', ...named, state, wanted };
}

test.for([
  [known('auto'), { stands: 'auto' }],
  [known('paused'), { stands: 'paused' }],
  [known('manual'), null],
  [known('manual', 0, { mode: 'auto', seq: 1 }), { stands: 'auto' }],
  [known('auto', 2), { stands: 'waits', count: 2 }],
  [{ ...known('auto'), state: null }, null],
] as const)('%# the chip says how Baton stands in the conversation of the page', ([row, chip]) => {
  expect(chipOf(view({ conversations: [row] }), page())).toEqual(chip);
});

test('a page without a conversation of its own has none', () => {
  const rows = view({ conversations: [known('auto')] });
  expect(chipOf(rows, page({ remote_conversation_id: null }))).toBeNull();
  expect(chipOf(rows, page({ remote_conversation_id: 'other' }))).toBeNull();
});

test('nothing is notified before a person asks for it, and the chip is there until they switch it off', () => {
  const fresh = view({});
  expect(preferencesOf(fresh)).toEqual({ notify: [], chip: true });
  const put = (name: 'needs' | 'done' | 'chip', on: boolean, before = fresh) =>
    view({ meta: setPreference(before, name, on).put?.meta?.[0] ?? meta() });
  const asked = put('done', true, put('needs', true));
  expect(preferencesOf(asked)).toEqual({ notify: ['needs', 'done'], chip: true });
  expect(preferencesOf(put('needs', false, asked)).notify).toEqual(['done']);
  expect(preferencesOf(put('chip', false)).chip).toBe(false);
});
