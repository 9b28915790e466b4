import { expect, test } from 'vitest';

import type { AuditEventView } from '../../../face/api/live.ts';
import {
  exportPath,
  fits,
  NO_FILTERS,
  readFilters,
  readMoment,
  type TrailFilters,
  trailPath,
} from '../../../face/screens/trail/filters.ts';

const event = (change: Partial<AuditEventView> = {}): AuditEventView => ({
  event_id: 7,
  type: 'approval.opened',
  subject_id: 'a1',
  local_conversation_id: 'c1',
  actor: 'conductor',
  at: 1_000,
  detail: { action: 'notes::Add' },
  ...change,
});

test.each<TrailFilters>([
  NO_FILTERS,
  {
    types: ['approval.*', 'setting.changed'],
    conversation: 'c/1 ü',
    subject: 's&1=2',
    from: 1_795_000_000_000,
    q: '50% & more',
  },
])('filters come out of the address as they went in', (filters) => {
  const path = trailPath(filters, 12);
  const query = Object.fromEntries(new URL(path, 'http://x').searchParams);
  expect(readFilters(query)).toEqual(filters);
  expect(query['event']).toBe('12');
});

test('what makes no sense in an address is left out', () => {
  const query = { type: 'approval.*,<b>,x', from: 'soon', subject: '', q: '' };
  expect(readFilters(query)).toEqual({ ...NO_FILTERS, types: ['approval.*'] });
});

test.each<[Partial<TrailFilters>, boolean]>([
  [{}, true],
  [{ types: ['approval.*'] }, true],
  [{ types: ['instruction.*', 'approval.opened'] }, true],
  [{ types: ['approval.denied'] }, false],
  [{ conversation: 'c2' }, false],
  [{ subject: 'a1' }, true],
  [{ subject: 'a' }, false],
  [{ from: 1_000 }, true],
  [{ from: 1_001 }, false],
  [{ q: 'NOTES::add' }, true],
  [{ q: 'tea' }, false],
])('%j fits: %s', (change, expected) => {
  expect(fits({ ...NO_FILTERS, ...change }, event())).toBe(expected);
});

const NOW = new Date(2026, 10, 3, 12, 0, 0).getTime();

test.each([
  ['#104210', { kind: 'id', id: 104_210 }],
  [' 12 ', { kind: 'id', id: 12 }],
  ['11:30', { kind: 'time', at: new Date(2026, 10, 3, 11, 30).getTime() }],
  ['23:15:09', { kind: 'time', at: new Date(2026, 10, 2, 23, 15, 9).getTime() }],
  ['2026-11-01', { kind: 'time', at: new Date(2026, 10, 1).getTime() }],
  ['2026-11-01 09:05', { kind: 'time', at: new Date(2026, 10, 1, 9, 5).getTime() }],
  ['', null],
  ['25:00', null],
  ['2026-13-40', null],
  ['yesterday', null],
])('%j leads to %j', (text, expected) => {
  expect(readMoment(text, NOW)).toEqual(expected);
});

test('what is shown is what is exported', () => {
  expect(exportPath(NO_FILTERS)).toBe('/v1/events/export');
  const some = { ...NO_FILTERS, types: ['approval.*', 'client.paired'], from: 7, q: 'a b' };
  expect(exportPath(some)).toBe('/v1/events/export?type=approval.*%2Cclient.paired&from=7&q=a+b');
});
