import type { Request } from '../../../shared/api/operation.ts';
import type { ResponseOf, Operations } from '../../../shared/api/operations.ts';

type Renewal = ResponseOf<'setRenewal'>;
type Wish = Request<Operations['setRenewal']>['body'];

/** A renewal as a person writes it. */
export interface RenewalDraft {
  readonly goal: string;
  /** Empty: a sentence about the goal. */
  readonly message: string;
  readonly turns: string;
  /** Between a reply and the next message, in seconds. */
  readonly spacing: string;
  /** Empty: none. */
  readonly phrase: string;
  /** As `22:30`; where one of the two is empty, no hour is quiet. */
  readonly quietFrom: string;
  readonly quietTo: string;
}

/** Returns the last settings, or the defaults. */
export function draftOfRenewal(last: Renewal | null): RenewalDraft {
  return {
    goal: last?.goal ?? '',
    message: last?.message ?? '',
    turns: String(last?.max_turns ?? 10),
    spacing: String((last?.spacing_ms ?? 30_000) / 1_000),
    phrase: last?.stop_phrase ?? '',
    quietFrom: clockOf(last?.quiet_hours?.from_minute),
    quietTo: clockOf(last?.quiet_hours?.to_minute),
  };
}

/** Null: something in it is missing, or out of reach. */
export function renewalWish(draft: RenewalDraft, timeZone: string): Wish | null {
  const goal = draft.goal.trim();
  const turns = Number(draft.turns);
  const spacing = Math.round(Number(draft.spacing) * 1_000);
  if (goal === '' || !isWithin(turns, 1, 1_000) || !isWithin(spacing, 1_000, 604_800_000)) {
    return null;
  }
  const from = minuteOf(draft.quietFrom);
  const to = minuteOf(draft.quietTo);
  const isQuiet = from !== null && to !== null;
  return {
    goal,
    message: draft.message.trim() || null,
    max_turns: turns,
    spacing_ms: spacing,
    stop_phrase: draft.phrase.trim() || null,
    quiet_hours: isQuiet ? { from_minute: from, to_minute: to, time_zone: timeZone } : null,
  };
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function minuteOf(clock: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  return hour === undefined || minute === undefined ? null : +hour * 60 + +minute;
}

function clockOf(minute: number | undefined): string {
  if (minute === undefined) return '';
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
