import type { Request } from '../../../shared/api/operation.ts';
import type { Operations, ResponseOf } from '../../../shared/api/operations.ts';
import { spanOf } from '../../parts/time.tsx';
import { dateText } from '../../words/formats.ts';
import { type WordKey, word } from '../../words/word.ts';

export type Schedule = ResponseOf<'listSchedules'>['items'][number];

type ScheduleWish = Request<Operations['addSchedule']>['body'];

/** How people say when: each is one of the three that the conductor knows. */
export const WHENS = ['daily', 'weekdays', 'every', 'once', 'cron'] as const;

export type When = (typeof WHENS)[number];

/** Turns by the clock as a person writes them. */
export interface ScheduleDraft {
  readonly agent: string;
  readonly model: string;
  readonly prompt: string;
  readonly when: When;
  /** `08:00`. */
  readonly time: string;
  readonly minutes: string;
  /** `2026-12-24T18:00`. */
  readonly at: string;
  readonly cron: string;
  /** true: one turn is sent for all that came due while the conductor was off. */
  readonly catchesUp: boolean;
}

export const NEW_SCHEDULE: ScheduleDraft = {
  agent: '',
  model: '',
  prompt: '',
  when: 'weekdays',
  time: '08:00',
  minutes: '60',
  at: '',
  cron: '',
  catchesUp: false,
};

/** Returns the wish of a draft, or the missing part. `zone`: of the person's clock, an IANA name. */
export function scheduleWish(draft: ScheduleDraft, zone: string): ScheduleWish | WordKey {
  const prompt = draft.prompt.trim();
  if (draft.agent === '') return 'schedule_no_agent';
  if (prompt === '') return 'schedule_no_prompt';
  const when = whenOf(draft);
  if (when === null) return 'schedule_no_when';
  return {
    agent: draft.agent,
    model: draft.model || null,
    prompt,
    ...when,
    time_zone: zone,
    missed: draft.catchesUp ? 'once' : 'skip',
  };
}

function whenOf({
  when,
  time,
  minutes,
  at,
  cron,
}: ScheduleDraft): Pick<ScheduleWish, 'cron' | 'every_ms' | 'at'> | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  switch (when) {
    case 'daily':
    case 'weekdays':
      if (hour === undefined) return null;
      return { cron: `${Number(minute)} ${Number(hour)} * * ${when === 'daily' ? '*' : '1-5'}` };
    case 'every': {
      const every = Number(minutes);
      return Number.isSafeInteger(every) && every >= 1 ? { every_ms: every * 60_000 } : null;
    }
    case 'once':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at) ? { at: `${at}:00` } : null;
    case 'cron':
      return cron.trim() === '' ? null : { cron: cron.trim() };
  }
}

/** When its turns come, in words. */
export function whenText({
  cron,
  every_ms: every,
  at,
  time_zone: timeZone,
}: Pick<Schedule, 'cron' | 'every_ms' | 'at' | 'time_zone'>): string {
  if (every !== null) return word('schedule_each', spanOf(every));
  if (at !== null) return dateText(at, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5)$/.exec(cron ?? '') ?? [];
  if (minute === undefined || hour === undefined) return cron ?? '';
  const clock = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return word(days === '*' ? 'schedule_daily_at' : 'schedule_weekdays_at', clock);
}
