import { describe, expect, test } from 'vitest';

import { recordReply } from '../../../../extension/background/delivery/record-reply.ts';
import type { DeliveryAttempt } from '../../../../extension/background/storage/tables.ts';
import type { ObservedReply } from '../../../../extension/messages/page-messages.ts';
import { attempt, meta, NOW, reply, view } from '../builders/view.ts';

const ACKED = attempt({ status: 'acked', send_count: 1, user_message_id: 'turn-1' });

function seen(
  observed: ObservedReply,
  attempts: readonly DeliveryAttempt[] = [],
  known: readonly { id: string; acting: boolean }[] = [],
  details: Parameters<typeof view>[0] = {},
) {
  const replies = known.length === 0 ? [] : [{ key: 'chatgpt/c-1', replies: known }];
  const { change } = recordReply(view({ attempts, replies, ...details }), {
    reply: observed,
    tabId: 7,
    answersAttemptId: null,
    now: NOW,
  });
  return {
    frames: (change.send ?? []).map((frame) =>
      frame.type === 'browser.final_message' ? frame.source : frame.type,
    ),
    attempts: (change.put?.attempts ?? []).map(({ status, reply_seq }) => ({ status, reply_seq })),
  };
}

test.each([
  ['live', 'browser.final_message'],
  ['snapshot', 'snapshot'],
  ['replay', 'replay'],
  ['shown', 'snapshot'],
] as const)("a reply to a person's own turn that was seen %s goes out as %s", (source, told) => {
  expect(seen(reply({ source })).frames).toEqual([told]);
});

test('the same reply again is not told again', () => {
  const known = [{ id: 'assistant-1', acting: true }];
  expect(seen(reply(), [], known)).toEqual({ frames: [], attempts: [] });
});

test('a reply known as a mere snapshot is told again when its end is seen', () => {
  const known = [{ id: 'assistant-1', acting: false }];
  expect(seen(reply(), [], known).frames).toEqual(['browser.final_message']);
  expect(seen(reply({ source: 'snapshot' }), [], known).frames).toEqual([]);
});

describe('the attempt a reply answers', () => {
  test('moves on in the same change, and waits for the frame to be acked', () => {
    expect(seen(reply(), [ACKED])).toEqual({
      frames: ['browser.final_message'],
      attempts: [{ status: 'streamed', reply_seq: 11 }],
    });
  });

  test('is found by its turn in a snapshot too, which then may act', () => {
    expect(seen(reply({ source: 'snapshot' }), [ACKED]).frames).toEqual(['browser.final_message']);
  });

  test('is ended by one that the page merely shows, which may not act', () => {
    const shown = reply({ source: 'shown', attempt_id: `${ACKED.attempt_id}~1` });
    expect(seen(shown, [ACKED])).toEqual({
      frames: ['snapshot'],
      attempts: [{ status: 'streamed', reply_seq: 11 }],
    });
  });

  test('is acked by its reply when that is the first sign of it', () => {
    const sending = { ...ACKED, status: 'sending' as const };
    expect(seen(reply(), [sending])).toEqual({
      frames: ['delivery.result', 'browser.final_message'],
      attempts: [{ status: 'streamed', reply_seq: 12 }],
    });
  });

  test('is the one whose own request brought it, where the site names no turns', () => {
    const unnamed = { ...ACKED, user_message_id: null };
    const own = { in_reply_to: null, attempt_id: `${ACKED.attempt_id}~1` };
    expect(seen(reply(own), [unnamed]).attempts).toHaveLength(1);
  });

  test('is none when another request brought it, though it is the next reply after our turn', () => {
    const unnamed = { ...ACKED, user_message_id: null };
    expect(seen(reply({ in_reply_to: null }), [unnamed]).attempts).toEqual([]);
  });

  test('is told of by its job, also when it was given up before its reply came', () => {
    const answers = (status: 'acked' | 'failed', attempt_id: string | null) => {
      const { change } = recordReply(view({ attempts: [{ ...ACKED, status }] }), {
        reply: reply({ in_reply_to: null, attempt_id }),
        tabId: 7,
        answersAttemptId: null,
        now: NOW,
      });
      return change.send?.map((frame) =>
        frame.type === 'browser.final_message' ? frame.answers_job_id : frame.type,
      );
    };
    const own = `${ACKED.attempt_id}~1`;
    expect(answers('acked', own)).toEqual([ACKED.job_id]);
    expect(answers('failed', own)).toEqual([ACKED.job_id]);
    expect(answers('acked', null)).toEqual([null]);
  });

  test('is none when the reply names another turn', () => {
    expect(seen(reply({ in_reply_to: 'a-persons-turn' }), [ACKED]).attempts).toEqual([]);
  });

  test('is none in another conversation', () => {
    expect(seen(reply({ remote_conversation_id: 'c-2' }), [ACKED]).attempts).toEqual([]);
  });
});

test('without a pairing nothing is kept', () => {
  const change = seen(reply(), [], [], { meta: meta({ pairing: null }) });
  expect(change).toEqual({ frames: [], attempts: [] });
});

test('what only a look would need is forgotten with the reply', () => {
  const known_user_message_ids = ['turn-0'];
  const { change } = recordReply(view({ attempts: [{ ...ACKED, known_user_message_ids }] }), {
    reply: reply({}),
    tabId: 7,
    answersAttemptId: null,
    now: NOW,
  });
  expect(change.put?.attempts).toMatchObject([
    { status: 'streamed', message_text: '', known_user_message_ids: null },
  ]);
});

test('a reply that the conductor has had for long is told again: that it answers this attempt is news', () => {
  const known = [{ id: 'assistant-1', acting: true }];
  expect(seen(reply({}), [ACKED], known)).toMatchObject({
    frames: ['browser.final_message'],
    attempts: [{ status: 'streamed' }],
  });
});
