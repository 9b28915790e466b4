import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../../shared/model/error-codes.ts';
import type { RunMode } from '../tool-packs.ts';
import type { ScheduleStatus } from './schedule.machine.ts';
import { table } from '../../../../engine/tables.ts';

/** Outcome of a turn that was due. */
export type TickOutcome = 'sent' | 'missed' | 'overlapped' | 'refused';

/** Turns of an agent that come by the clock. Moments are epoch milliseconds, whatever the time zone. */
export interface Schedule {
  readonly scheduleId: string;
  /** Each turn begins a session with it; null: all go into one session. */
  readonly agentId: string | null;
  /** The session of all turns; null: each begins one. */
  readonly conversationKey: ConversationKey | null;
  /** Model of the sessions to be; null: the agent's own. */
  readonly modelRef: string | null;
  /** Mode of the sessions to be; null: the session of all turns has its own. */
  readonly runMode: RunMode | null;
  readonly prompt: string;
  /** Cron expression; one of `cron`, `everyMs` and `at` says when the turns come. */
  readonly cron: string | null;
  readonly everyMs: number | null;
  readonly at: number | null;
  /** The IANA zone that `cron` is read in. */
  readonly timeZone: string;
  readonly missed: 'skip' | 'once';
  readonly overlap: 'skip' | 'queue';
  readonly status: ScheduleStatus;
  /** When the next turn is due; null: none is, as in a pause. */
  readonly nextAt: number | null;
  /** When the last turn was due; null: none was yet. */
  readonly lastTick: number | null;
  readonly lastOutcome: TickOutcome | null;
  readonly lastErrorCode: ErrorCode | null;
  readonly lastErrorText: string | null;
  /** The newest turn that was sent. */
  readonly lastJobId: string | null;
  readonly turns: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

export const SCHEDULES = table<Schedule>('schedules');
