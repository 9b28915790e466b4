import { expect, test, vi } from 'vitest';

import type { Ask } from '../../../face/api/ask.ts';
import type { LiveNews, AuditEventView } from '../../../face/api/live.ts';
import { EventRing } from '../../../face/screens/trail/event-ring.ts';
import { NO_FILTERS } from '../../../face/screens/trail/filters.ts';
import { groupEvents, rowId } from '../../../face/screens/trail/group-events.ts';
import { createTrailPages } from '../../../face/screens/trail/trail-pages.ts';

const event = (event_id: number, change: Partial<AuditEventView> = {}): AuditEventView => ({
  event_id,
  type: 'instruction.succeed',
  subject_id: `s${event_id % 3}`,
  local_conversation_id: null,
  actor: 'conductor',
  at: event_id * 1_000,
  detail: {},
  ...change,
});

const ids = (ring: EventRing): number[] =>
  ring.slice(0, ring.length).map(({ event_id }) => event_id);

test('a ring takes events at both ends, each once, and lets the oldest go', () => {
  const ring = new EventRing(5);
  ring.addOlder([event(8), event(7)]);
  ring.addNewer(event(9));
  ring.addNewer(event(9));
  ring.addOlder([event(7), event(6)]);
  expect(ids(ring)).toEqual([9, 8, 7, 6]);
  ring.addOlder([event(5), event(4)]);
  expect(ids(ring)).toEqual([9, 8, 7, 6, 5]);
  for (const id of [10, 11, 12, 13, 14]) ring.addNewer(event(id));
  expect(ids(ring)).toEqual([14, 13, 12, 11, 10]);
  ring.addNewer(event(15));
  expect(ids(ring)).toEqual([15, 14, 13, 12, 11]);
});

/** A conductor that keeps events 1 to `newest`. */
function world(newest: number) {
  const listeners = new Set<(news: LiveNews) => void>();
  const ask = vi.fn((_id: string, { query }: { query: { limit: number; cursor?: string } }) => {
    const top = query.cursor === undefined ? newest : Number(query.cursor) - 1;
    const items = Array.from({ length: Math.min(query.limit, top) }, (_one, index) =>
      event(top - index),
    );
    const last = items.at(-1)?.event_id ?? 1;
    return Promise.resolve({
      ok: true,
      value: { items, next_cursor: last > 1 ? String(last) : null },
    });
  });
  const live = {
    on(listener: (news: LiveNews) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const tell = (news: LiveNews): void => {
    for (const listener of listeners) listener(news);
  };
  return { ask, live, tell, parts: { ask: ask as unknown as Ask, live } };
}

test('pages are asked for one after the other, down to the oldest that is kept', async () => {
  const { parts, ask } = world(450);
  const pages = createTrailPages(parts, NO_FILTERS);
  await pages.more();
  expect(pages.view.value).toMatchObject({ ended: false });
  await Promise.all([pages.more(), pages.more()]);
  expect(ask).toHaveBeenCalledTimes(2);
  await pages.more();
  expect(pages.view.value.ended).toBe(true);
  expect(ids(pages.view.value.ring)).toEqual(Array.from({ length: 450 }, (_x, i) => 450 - i));
  await pages.more();
  expect(ask).toHaveBeenCalledTimes(3);
  pages.stop();
});

test('the first page is what a screen shows; the next follows by itself, and none after a failure', async () => {
  const { parts, ask } = world(450);
  const pages = createTrailPages(parts, NO_FILTERS);
  await vi.waitFor(() => expect(pages.view.value.ring).toHaveLength(260));
  expect(ask.mock.calls.map(([, { query }]) => query.limit)).toEqual([60, 200]);
  pages.stop();
  ask.mockClear();
  ask.mockResolvedValue({ ok: false, error: { code: 'rate_limited', text: 'Later.' } } as never);
  const failing = createTrailPages(parts, NO_FILTERS);
  await vi.waitFor(() => expect(failing.view.value.error).not.toBeNull());
  await failing.more();
  expect(ask).toHaveBeenCalledTimes(2);
  failing.stop();
});

test('what was asked for before the stream began is no answer to what is asked for then', async () => {
  const { parts, ask, tell } = world(3);
  const early = Promise.withResolvers<void>();
  ask.mockImplementationOnce(async () => {
    await early.promise;
    return { ok: true, value: { items: [event(2), event(1)], next_cursor: null } };
  });
  const pages = createTrailPages(parts, NO_FILTERS);
  tell({ kind: 'missed', events: 0 });
  await pages.more();
  early.resolve();
  await pages.more();
  await Promise.resolve();
  expect(ids(pages.view.value.ring)).toEqual([3, 2, 1]);
  expect(pages.view.value.loading).toBe(false);
  pages.stop();
});

test('the filters are asked for, and hold for what comes', async () => {
  const { parts, ask, tell } = world(3);
  const pages = createTrailPages(parts, { ...NO_FILTERS, subject: 's1', from: 2_000, q: 'x y' });
  await pages.more();
  expect(ask.mock.lastCall?.[1]).toEqual({
    query: { limit: 60, subject: 's1', from: 2_000, q: 'x y' },
  });
  tell({ kind: 'trail', event: event(4) });
  tell({ kind: 'trail', event: event(7, { detail: { text: 'X Y' } }) });
  tell({ kind: 'trail', event: event(8, { detail: { text: 'x y' } }) });
  expect(ids(pages.view.value.ring)).toEqual([7, 3, 2, 1]);
  pages.stop();
});

test('while somebody is at the list new events wait, and are shown when asked for', async () => {
  const { parts, tell } = world(3);
  const pages = createTrailPages(parts, NO_FILTERS);
  await pages.more();
  tell({ kind: 'trail', event: event(4) });
  expect(ids(pages.view.value.ring)).toEqual([4, 3, 2, 1]);
  pages.setBusy(true);
  tell({ kind: 'trail', event: event(5) });
  tell({ kind: 'trail', event: event(6) });
  expect(pages.view.value.waiting).toBe(2);
  expect(pages.view.value.ring).toHaveLength(4);
  pages.show();
  expect(ids(pages.view.value.ring)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(pages.view.value.waiting).toBe(0);
  pages.stop();
});

test('a jump asks back as far as it has to', async () => {
  const { parts, ask } = world(1_000);
  const pages = createTrailPages(parts, NO_FILTERS);
  await pages.reach(333);
  expect(ask).toHaveBeenCalledTimes(5);
  expect(ids(pages.view.value.ring)).toContain(333);
  await pages.reach(900);
  expect(ask).toHaveBeenCalledTimes(5);
  pages.stop();
});

test('what failed says so, and the next try goes on where it was', async () => {
  const { parts, ask } = world(300);
  const pages = createTrailPages(parts, NO_FILTERS);
  await pages.more();
  await pages.more();
  const error = { code: 'conductor_unreachable', text: 'Gone.' };
  ask.mockResolvedValueOnce({ ok: false, error } as never);
  await pages.more();
  expect(pages.view.value).toMatchObject({ error, loading: false });
  await pages.more();
  expect(pages.view.value).toMatchObject({ error: null, ended: true });
  expect(pages.view.value.ring).toHaveLength(300);
  pages.stop();
});

test('groups by subject: open where something failed, else closed, unless turned', () => {
  const events = [
    event(6),
    event(5, { type: 'instruction.fail', subject_id: 'bad' }),
    event(4, { subject_id: 'bad' }),
    event(3),
  ];
  const lines = (turned: readonly string[]): string[] =>
    groupEvents(events, new Set(turned)).map(rowId);
  expect(lines([])).toEqual(['group s0', 'group bad', '5', '4']);
  expect(lines(['bad', 's0'])).toEqual(['group s0', '6', '3', 'group bad']);
});
