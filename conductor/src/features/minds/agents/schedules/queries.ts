import { type Nothing, query } from '../../../../engine/query.ts';
import type { Some } from '../../../../engine/some.ts';
import type { Conversation } from '../../../heart/conversations/feature.ts';
import type { JobStatus } from '../../../heart/deliveries/feature.ts';
import type { Schedule } from './rows.ts';

/** A schedule with what decides whether a turn of it is sent. */
export interface ScheduleState {
  readonly schedule: Schedule;
  /** The session of all its turns; null: each begins one. */
  readonly conversation: Conversation | null;
  /** How the newest turn stands; null: none was sent, or it is gone. */
  readonly last: JobStatus | null;
}

export const schedule = query<{ readonly scheduleId: string }, ScheduleState | null>('schedule');
/** The newest first. */
export const schedules = query<Nothing, readonly ScheduleState[]>('schedules');
/** Those with a turn that is due, the longest waiting first. */
export const dueSchedules = query<{ readonly now: number } & Some, readonly ScheduleState[]>(
  'dueSchedules',
);
