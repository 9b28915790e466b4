import { expect, test } from 'vitest';

import { isCommandAnswer } from '../../../extension/messages/is-command-answer.ts';
import { isPageMessage } from '../../../extension/messages/is-page-message.ts';
import { isPopupMessage } from '../../../extension/messages/is-popup-message.ts';
import { page, reply } from '../background/builders/view.ts';

const CAPTURED = {
  kind: 'page.captured',
  platform: 'chatgpt',
  remote_conversation_id: null,
  template: {
    request_path: '/x',
    method: 'POST',
    header_names: ['a'],
    body_shape: { a: '<string>' },
  },
  credential_fingerprint: 'f',
  answered: 200,
};

test.each([
  { kind: 'page.state', state: page() },
  { kind: 'page.state', state: page({ problem: { code: 'adapter_drift', text: 'No composer.' } }) },
  { kind: 'page.reply', reply: reply() },
  CAPTURED,
  { kind: 'attempt.progress', attempt_id: 'a', progress: { step: 'inserting' } },
  {
    kind: 'attempt.progress',
    attempt_id: 'a',
    progress: { step: 'leaving', user_message_id: null },
  },
  { kind: 'pairing.meet', conductor_url: 'http://127.0.0.1:7717' },
  { kind: 'pairing.offer', conductor_url: 'http://127.0.0.1:7717', code: '123456' },
])('a message of the contract is taken: $kind', (message) => {
  expect(isPageMessage(message)).toBe(true);
});

test.each([
  ['nothing', undefined],
  ['an unknown kind', { kind: 'page.everything' }],
  ['a state of no platform', { kind: 'page.state', state: page({ platform: 'Chat GPT' }) }],
  ['an empty id', { kind: 'page.reply', reply: reply({ assistant_message_id: '' }) }],
  [
    'a reply over the limit',
    { kind: 'page.reply', reply: reply({ raw_text: 'x'.repeat(1_000_001) }) },
  ],
  [
    'an unknown code',
    { kind: 'page.state', state: { ...page(), problem: { code: 'x', text: '' } } },
  ],
  [
    'a shape as large as a page',
    { ...CAPTURED, template: { ...CAPTURED.template, body_shape: 'x'.repeat(70_000) } },
  ],
  [
    'a step nobody knows',
    { kind: 'attempt.progress', attempt_id: 'a', progress: { step: 'flying' } },
  ],
  [
    'a failure that says nothing of sending',
    {
      kind: 'attempt.progress',
      attempt_id: 'a',
      progress: { step: 'failed', code: 'page_gone', text: '', retry_after_ms: null },
    },
  ],
])('%s is not', (_, message) => {
  expect(isPageMessage(message)).toBe(false);
});

test.each([
  ['attempt.baseline', { ok: true, user_message_ids: ['a'] }, true],
  ['attempt.baseline', { ok: false, code: 'page_gone', text: '', reloads: true }, true],
  ['attempt.baseline', { ok: false, code: 'page_gone', text: '' }, false],
  ['attempt.baseline', { ok: true }, false],
  ['attempt.send', { taken: true }, true],
  ['attempt.send', { taken: false }, false],
  ['attempt.query', { progress: null }, true],
  ['attempt.query', {}, false],
  ['attempt.stop', { taken: false }, true],
  ['attempt.stop', {}, false],
  ['attempt.look', { outcome: 'absent' }, true],
  [
    'attempt.look',
    { outcome: 'found', user_message_id: null, reply: null, is_growing: false },
    true,
  ],
  ['attempt.look', { outcome: 'found' }, false],
  ['attempt.look', { outcome: 'perhaps' }, false],
  ['page.identify', page(), true],
  ['page.identify', undefined, false],
] as const)('an answer to %s is checked: %o', (kind, answer, fits) => {
  expect(isCommandAnswer(kind, answer)).toBe(fits);
});

test('the popup may ask for a mode, a pairing and its end, and nothing else', () => {
  const mode = { kind: 'popup.set_mode', platform: 'chatgpt', remote_conversation_id: 'c' };
  expect(isPopupMessage({ ...mode, mode: 'auto' })).toBe(true);
  expect(isPopupMessage({ ...mode, mode: 'turbo' })).toBe(false);
  expect(isPopupMessage({ kind: 'popup.unpair' })).toBe(true);
  expect(isPopupMessage({ kind: 'popup.read_token' })).toBe(false);
});
