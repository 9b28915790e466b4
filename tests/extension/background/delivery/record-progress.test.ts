import { describe, expect, test } from 'vitest';

import { recordProgress } from '../../../../extension/background/delivery/record-progress.ts';
import type { DeliveryAttempt } from '../../../../extension/background/storage/tables.ts';
import type { AttemptProgress } from '../../../../extension/messages/page-messages.ts';
import { attempt, NOW, view } from '../builders/view.ts';

const SENDING = attempt({ status: 'sending', send_count: 2, known_user_message_ids: ['user-0'] });
const LEAVING = { step: 'leaving', user_message_id: 'turn-1' } as const;

function told(
  row: DeliveryAttempt,
  progress: AttemptProgress,
  mayLeave = true,
  sendId = 'job-1.1~2',
) {
  const { change, answer } = recordProgress(view({ attempts: [row] }), {
    sendId,
    progress,
    mayLeave,
    now: NOW,
  });
  return { go: answer.go, row: change.put?.attempts?.[0] ?? null, frames: change.send ?? [] };
}

function refusal(details: Partial<Extract<AttemptProgress, { step: 'failed' }>>) {
  return {
    step: 'failed',
    code: 'send_rejected',
    text: 'No.',
    retry_after_ms: null,
    sent: 'no',
    ...details,
  } as const;
}

describe('a request that is about to leave', () => {
  test('goes once it is durable that it left and under which id', () => {
    const { go, row, frames } = told(SENDING, LEAVING);
    expect(go).toBe(true);
    expect(row).toMatchObject({ status: 'sending', left_at: NOW, user_message_id: 'turn-1' });
    expect(frames).toEqual([]);
  });

  test('goes again when the first answer was lost', () => {
    expect(told({ ...SENDING, left_at: 1 }, LEAVING)).toEqual({ go: true, row: null, frames: [] });
  });

  test.each([
    ['of an earlier telling', SENDING, 'job-1.1~1'],
    ['of no known attempt', SENDING, 'job-9.1~1'],
    [
      'of an attempt that was seen by other means',
      { ...SENDING, status: 'acked' as const },
      'job-1.1~2',
    ],
    ['of an attempt that is over', { ...SENDING, status: 'failed' as const }, 'job-1.1~2'],
    ['of an attempt that starts anew', { ...SENDING, status: 'resolving' as const }, 'job-1.1~2'],
  ])('stays when it is one %s', (_, row, sendId) => {
    expect(told(row, LEAVING, true, sendId)).toEqual({ go: false, row: null, frames: [] });
  });

  test('stays while the link is down, and is tried again later', () => {
    const { go, row, frames } = told(SENDING, LEAVING, false);
    expect({ go, frames, status: row?.status }).toEqual({
      go: false,
      frames: [],
      status: 'resolving',
    });
  });

  test('stays when the delivery was taken back, and nothing is reported', () => {
    const { go, row, frames } = told({ ...SENDING, cancelled: true }, LEAVING);
    expect({ go, frames, code: row?.error_code }).toEqual({
      go: false,
      frames: [],
      code: 'cancelled',
    });
  });
});

test('accepted is journaled and reported together, with the id of our turn', () => {
  const { row, frames } = told(SENDING, { step: 'accepted', user_message_id: 'turn-2' });
  expect(row).toMatchObject({ status: 'acked', user_message_id: 'turn-2' });
  expect(frames).toMatchObject([{ status: 'acked', attempt: 1, user_message_id: 'turn-2' }]);
});

test('accepted counts even from an earlier telling: the message is there', () => {
  const { row } = told(
    { ...SENDING, status: 'resolving' },
    { step: 'accepted', user_message_id: null },
    true,
    'job-1.1~1',
  );
  expect(row?.status).toBe('acked');
});

test("a refusal ends the attempt with the site's own waiting time, and the text is not kept", () => {
  const { row, frames } = told(SENDING, refusal({ code: 'rate_limited', retry_after_ms: 60_000 }));
  expect(row).toMatchObject({ status: 'failed', error_code: 'rate_limited', message_text: '' });
  expect(frames).toMatchObject([
    { status: 'failed', error_code: 'rate_limited', retry_after_ms: 60_000 },
  ]);
});

test('a draft that came in between is waited for', () => {
  const { row, frames } = told(SENDING, refusal({ code: 'draft_present' }));
  expect(row).toMatchObject({ status: 'resolving', waiting_for: 'draft_present' });
  expect(frames).toMatchObject([{ status: 'waiting', error_code: 'draft_present' }]);
});

test('a failure of unknown outcome reports nothing before a look', () => {
  const { row, frames } = told(SENDING, refusal({ sent: 'unknown' }));
  expect(row).toMatchObject({ status: 'sending', error_code: 'send_rejected' });
  expect(frames).toEqual([]);
});

describe('a message that gets no reply', () => {
  const NO_REPLY = { step: 'no_reply', text: 'It broke off.', retry_after_ms: null } as const;
  const toldOf = (row: DeliveryAttempt) => {
    const { row: after, frames } = told(row, NO_REPLY);
    return {
      status: after?.status,
      said: frames.map((frame) =>
        frame.type === 'delivery.result' ? [frame.status, frame.error_code] : frame.type,
      ),
    };
  };

  test('ends its attempt', () => {
    expect(toldOf({ ...SENDING, status: 'acked' })).toEqual({
      status: 'failed',
      said: [['failed', 'no_reply']],
    });
  });

  test('is said to have been accepted first, where that was not told yet', () => {
    expect(toldOf(SENDING)).toEqual({
      status: 'failed',
      said: [
        ['acked', null],
        ['failed', 'no_reply'],
      ],
    });
  });

  test.each(['streamed', 'finalized', 'failed'] as const)(
    'changes nothing once it is %s',
    (status) => {
      expect(toldOf({ ...SENDING, status })).toEqual({ status: undefined, said: [] });
    },
  );
});
