import { expect, test } from 'vitest';

import {
  draftOfRenewal,
  type RenewalDraft,
  renewalWish,
} from '../../../../face/screens/conversations/renewal-wish.ts';

const DRAFT: RenewalDraft = { ...draftOfRenewal(null), goal: ' Tea. ' };
const ZONE = 'Europe/Berlin';

test('a goal alone is enough', () => {
  expect(renewalWish(DRAFT, ZONE)).toEqual({
    goal: 'Tea.',
    message: null,
    max_turns: 10,
    spacing_ms: 30_000,
    stop_phrase: null,
    quiet_hours: null,
  });
});

test('what was set last is written as it was', () => {
  const wish = {
    goal: 'Tea.',
    message: 'Go on.',
    max_turns: 5,
    spacing_ms: 90_000,
    stop_phrase: 'DONE',
    quiet_hours: { from_minute: 1_350, to_minute: 365, time_zone: ZONE },
  };
  const last = { ...wish, turns_used: 1, status: 'stopped', stop_reason: null, due_at: null };
  const draft = draftOfRenewal(last as Parameters<typeof draftOfRenewal>[0]);
  expect(draft).toMatchObject({ quietFrom: '22:30', quietTo: '06:05', spacing: '90' });
  expect(renewalWish(draft, ZONE)).toEqual(wish);
});

test.each([
  { goal: '  ' },
  { turns: '0' },
  { turns: '1001' },
  { turns: '' },
  { turns: '2.5' },
  { spacing: '0.5' },
  { spacing: '604801' },
  { spacing: 'soon' },
])('what is missing or out of reach is not sent: %j', (change) => {
  expect(renewalWish({ ...DRAFT, ...change }, ZONE)).toBeNull();
});

test('one of two quiet hours is none', () => {
  expect(renewalWish({ ...DRAFT, quietFrom: '22:00' }, ZONE)?.quiet_hours).toBeNull();
});
