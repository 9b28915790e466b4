import { afterEach, expect, test, vi } from 'vitest';

import type { Ask } from '../../../face/api/ask.ts';
import { followVisit } from '../../../face/frame/follow-visit.ts';
import { createVisit } from '../../../face/store/visit.ts';
import type { LiveNews } from '../../../face/api/live.ts';

const named: string[] = [];
const channels: BroadcastChannel[] = [];
afterEach(() => {
  named.length = 0;
  for (const channel of channels.splice(0)) channel.close();
  vi.useRealTimers();
});

type Hear = (news: LiveNews) => void;

/** A page that nobody looks at, in a session that has seen the trail up to an event. */
function startVisit(seenEventId: number, trail: readonly ReturnType<typeof event>[] = []) {
  const marks: number[] = [];
  let looks = false;
  let changed = (): void => undefined;
  const ask = ((id: string, request: { body?: { seen_event_id: number } }) => {
    named.push(id);
    if (id === 'markSeen') marks.push(request.body?.seen_event_id ?? 0);
    const sessions = [{ current: false }, { current: true, seen_event_id: seenEventId }];
    const items = id === 'listFaceSessions' ? sessions : trail;
    return Promise.resolve({ ok: true, value: { items } });
  }) as unknown as Ask;
  const channel = new BroadcastChannel(expect.getState().currentTestName ?? '');
  channels.push(channel);
  const visit = createVisit();
  const { hear } = followVisit(visit, {
    ask,
    tabs: channel,
    looks: {
      looking: () => looks,
      onChange(listener) {
        changed = listener;
        return () => undefined;
      },
    },
  });
  return {
    visit,
    hear,
    marks,
    look: (does: boolean): void => {
      looks = does;
      changed();
    },
  };
}

const event = (id: number, type: string, subject: string) => ({
  event_id: id,
  type,
  subject_id: subject,
  local_conversation_id: null,
  actor: 'conductor',
  at: 0,
  detail: {},
});

const happens = (hear: Hear, ...said: Parameters<typeof event>): void =>
  hear({ kind: 'trail', event: event(...said) });

const here = (hear: Hear, newest: number): void =>
  hear({
    kind: 'here',
    here: { now: 0, boot_id: 'b', newest_event_id: newest, version: '1' },
  });

test('what waits is counted from the mark on, until it is looked at or answered', async () => {
  // The newest first, as the trail answers.
  const { visit, hear, marks, look } = startVisit(4, [
    event(7, 'approval.opened', 'c'),
    event(6, 'approval.denied', 'b'),
    event(5, 'approval.opened', 'b'),
    event(3, 'approval.opened', 'a'),
  ]);
  here(hear, 7);
  await vi.waitFor(() => expect(visit.unseen.value).toBe(1));
  expect(visit.seenBefore.value).toBe(4);
  happens(hear, 8, 'approval.opened', 'd');
  happens(hear, 9, 'message.observed', 'm');
  expect(visit.unseen.value).toBe(2);
  happens(hear, 10, 'approval.approved', 'c');
  expect(visit.unseen.value).toBe(1);
  expect(marks).toEqual([]);
  look(true);
  expect([visit.unseen.value, visit.seenBefore.value, marks]).toEqual([0, 4, [10]]);
});

test('a visit begins where the last one ended, if anything came since', async () => {
  const { visit, hear, look, marks } = startVisit(2);
  here(hear, 5);
  await vi.waitFor(() => expect(visit.seenBefore.value).toBe(2));
  look(true);
  look(false);
  look(true);
  expect([visit.seenBefore.value, marks]).toEqual([2, [5]]);
  look(false);
  happens(hear, 6, 'message.observed', 'm');
  look(true);
  expect([visit.seenBefore.value, marks]).toEqual([5, [5, 6]]);
});

test('while it is looked at, the mark moves at most every ten seconds, and for news alone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { hear, look, marks } = startVisit(0);
  look(true);
  here(hear, 1);
  await vi.waitFor(() => expect(marks).toEqual([1]));
  happens(hear, 2, 'message.observed', 'm');
  here(hear, 2);
  expect(marks).toEqual([1]);
  vi.advanceTimersByTime(10_001);
  here(hear, 2);
  expect(marks).toEqual([1, 2]);
  vi.advanceTimersByTime(60_000);
  here(hear, 2);
  expect(named.filter((id) => id === 'markSeen')).toHaveLength(2);
});

test('what one tab saw, the others of its browser did', async () => {
  const [first, second] = [startVisit(0), startVisit(0)];
  for (const { hear } of [first, second]) here(hear, 1);
  await vi.waitFor(() => expect(second.visit.seenBefore.value).toBe(0));
  for (const { hear } of [first, second]) happens(hear, 2, 'approval.opened', 'a');
  expect(second.visit.unseen.value).toBe(1);
  first.look(true);
  await vi.waitFor(() => expect(second.visit.unseen.value).toBe(0));
});
