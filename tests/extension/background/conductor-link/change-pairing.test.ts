import { expect, test } from 'vitest';

import {
  pairingEnded,
  pairingStarted,
} from '../../../../extension/background/conductor-link/change-pairing.ts';
import { attempt, meta, NOW, view } from '../builders/view.ts';

const FRAME = {
  v: 1,
  id: 'f',
  type: 'conversation.set_mode',
  platform: 'chatgpt',
  remote_conversation_id: 'c-1',
  mode: 'auto',
} as const;
const OUTBOX = [
  { ...FRAME, seq: 9 },
  { ...FRAME, seq: 10 },
];
const AGAIN = {
  conductor_url: 'http://127.0.0.1:7717',
  client_id: 'c2',
  token: 't',
  refused: false,
};

test('with the same conductor, what waits is numbered anew from 1', () => {
  const streamed = attempt({ status: 'streamed', reply_seq: 10 });
  const change = pairingStarted(view({ outbox: OUTBOX, attempts: [streamed] }), AGAIN, NOW);
  expect(change.remove?.outbox).toEqual([9, 10]);
  expect(change.put?.outbox?.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(change.put?.meta).toEqual([meta({ pairing: AGAIN, out_seq: 2, in_seq: 0 })]);
  expect(change.put?.attempts?.map(({ reply_seq }) => reply_seq)).toEqual([2]);
});

test('another conductor gets nothing of what was meant for the last one', () => {
  const other = { ...AGAIN, conductor_url: 'http://127.0.0.1:9000' };
  const open = attempt({ status: 'sending', send_count: 1 });
  const change = pairingStarted(view({ outbox: OUTBOX, attempts: [open] }), other, NOW);
  expect(change.remove?.outbox).toEqual([9, 10]);
  expect(change.put?.outbox).toBeUndefined();
  expect(change.put?.meta).toEqual([meta({ pairing: other, out_seq: 0, in_seq: 0 })]);
  expect(change.put?.attempts?.map(({ error_code }) => error_code)).toEqual(['cancelled']);
});

test('ending the pairing ends every open attempt, and no finished one', () => {
  const rows = (['resolving', 'sending', 'acked', 'streamed', 'finalized', 'failed'] as const).map(
    (status, index) => attempt({ attempt_id: `job-${index}.1`, status }),
  );
  const ended = pairingEnded(view({ attempts: rows }), NOW).put?.attempts ?? [];
  expect(ended.map(({ attempt_id, status }) => `${attempt_id} ${status}`)).toEqual([
    'job-0.1 failed',
    'job-1.1 failed',
    'job-2.1 failed',
  ]);
});

test('ending the pairing keeps where the conductor was', () => {
  const pairing = { ...AGAIN, conductor_url: 'http://127.0.0.1:9000' };
  const [ended] = pairingEnded(view({ meta: meta({ pairing }) }), NOW).put?.meta ?? [];
  expect(ended).toMatchObject({ pairing: null, last_conductor_url: 'http://127.0.0.1:9000' });
});
