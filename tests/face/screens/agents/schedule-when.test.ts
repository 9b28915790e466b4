// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';

import {
  NEW_SCHEDULE,
  type ScheduleDraft,
  scheduleWish,
  whenText,
} from '../../../../face/screens/agents/schedule-when.ts';
import { speak } from '../../../../face/words/word.ts';

const draft = (part: Partial<ScheduleDraft>): ScheduleDraft => ({
  ...NEW_SCHEDULE,
  agent: 'assistant',
  prompt: ' What is new? ',
  ...part,
});

describe('what a schedule wishes', () => {
  it.each([
    [{ when: 'daily', time: '08:05' }, { cron: '5 8 * * *' }],
    [{ when: 'weekdays', time: '18:00' }, { cron: '0 18 * * 1-5' }],
    [{ when: 'every', minutes: '90' }, { every_ms: 5_400_000 }],
    [{ when: 'once', at: '2026-12-24T18:00' }, { at: '2026-12-24T18:00:00' }],
    [{ when: 'cron', cron: ' @daily ' }, { cron: '@daily' }],
  ] as const)('%o: %o', (part, when) => {
    expect(scheduleWish(draft(part), 'Europe/Berlin')).toEqual({
      agent: 'assistant',
      model: null,
      prompt: 'What is new?',
      time_zone: 'Europe/Berlin',
      missed: 'skip',
      ...when,
    });
  });

  it.each([
    [{ agent: '' }, 'schedule_no_agent'],
    [{ prompt: ' \n' }, 'schedule_no_prompt'],
    [{ when: 'daily', time: '' }, 'schedule_no_when'],
    [{ when: 'every', minutes: '0.5' }, 'schedule_no_when'],
    [{ when: 'once', at: '' }, 'schedule_no_when'],
    [{ when: 'cron', cron: ' ' }, 'schedule_no_when'],
  ] as const)('%o: says what is missing', (part, missing) => {
    expect(scheduleWish(draft(part), 'UTC')).toBe(missing);
  });
});

describe('when its turns come, in words', () => {
  beforeAll(() => speak('en'));

  it.each([
    [{ cron: '5 8 * * *' }, 'Every day at 08:05'],
    [{ cron: '0 18 * * 1-5' }, 'Monday to Friday at 18:00'],
    [{ cron: '*/7 2 * * *' }, '*/7 2 * * *'],
    [{ every_ms: 3_600_000 }, 'Every 1 hr'],
    [{ at: Date.UTC(2026, 11, 24, 10) }, 'Dec 24, 2026, 6:00 PM'],
  ])('%o: %s', (when, says) => {
    const none = { cron: null, every_ms: null, at: null, time_zone: 'Asia/Shanghai' };
    expect(whenText({ ...none, ...when }).replaceAll('\u202f', ' ')).toBe(says);
  });
});
