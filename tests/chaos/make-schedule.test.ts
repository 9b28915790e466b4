import { expect, test } from 'vitest';

import { FAULT_WEIGHTS, isFaultKind, kindsAt } from '../../chaos/faults/all-faults.ts';
import { makeSchedule } from '../../chaos/schedule/make-schedule.ts';
import { allMessages } from '../../chaos/schedule/schedule.ts';

const SIZE = {
  cycles: 500,
  browsers: 3,
  conversations: 20,
  byAgents: 0.2,
  teams: 4,
  programs: 3,
  messagesPerFault: 5,
  kinds: Object.keys(FAULT_WEIGHTS).filter((name) => isFaultKind(name)),
};

test('the same seed gives the same schedule, another seed another one', () => {
  expect(makeSchedule(7, SIZE)).toEqual(makeSchedule(7, SIZE));
  expect(makeSchedule(8, SIZE)).not.toEqual(makeSchedule(7, SIZE));
});

test('a schedule has as many messages as it was asked for, each with a name of its own', () => {
  for (const cycles of [1, 19, 500]) {
    const tags = allMessages(makeSchedule(3, { ...SIZE, cycles })).map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(cycles);
  }
});

test('every kind of fault comes in a long schedule, and none where none is wanted', () => {
  const { faults } = makeSchedule(1, { ...SIZE, cycles: 5_000 });
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(SIZE.kinds));
  expect(makeSchedule(1, { ...SIZE, messagesPerFault: 0 }).faults).toEqual([]);
});

test('each kind of fault comes at one level at least, and each level brings only what it can', () => {
  const [simulated, real] = [kindsAt(1), kindsAt(2)];
  expect(new Set([...simulated, ...real])).toEqual(new Set(SIZE.kinds));
  expect(real.filter((kind) => !simulated.includes(kind))).toEqual([
    'crash_tab',
    'discard_tab',
    'leave_page',
  ]);
  expect(simulated.filter((kind) => !real.includes(kind))).toEqual(['jump_clocks', 'kill_program']);
});
