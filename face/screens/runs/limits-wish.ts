import type { Request } from '../../../shared/api/operation.ts';
import type { Operations } from '../../../shared/api/operations.ts';
import type { WordKey } from '../../words/word.ts';

type Limits = NonNullable<Request<Operations['putTeam']>['body']['roles'][number]['limits']>;

export const MOST_INPUTS = 10_000;
export const MOST_MINUTES = 43_200;
const MOST_FOLDERS = 20;

/** Limits of a role as a person writes them. */
export interface LimitsDraft {
  /** Empty: as many as its run lets it have. */
  readonly inputs: string;
  readonly minutes: string;
  /** One a line. */
  readonly folders: string;
  readonly calls: boolean;
  /** As they are: they are written elsewhere. */
  readonly commands: Limits['commands'];
}

export function limitsDraft(limits: Limits = {}): LimitsDraft {
  return {
    inputs: String(limits.max_inputs ?? ''),
    minutes: String(limits.max_minutes ?? ''),
    folders: (limits.folders ?? []).join('\n'),
    calls: limits.calls ?? true,
    commands: limits.commands,
  };
}

/** Returns the limits of a draft, or its fault; undefined: no limit at all. */
export function limitsWish({
  inputs,
  minutes,
  folders,
  calls,
  commands,
}: LimitsDraft): Limits | undefined | WordKey {
  const most = { inputs: amountIn(inputs, MOST_INPUTS), minutes: amountIn(minutes, MOST_MINUTES) };
  const named = folders
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const isWrong = Object.values(most).includes(undefined) || named.length > MOST_FOLDERS;
  if (isWrong) return 'role_limits_no';
  const hasNone = most.inputs === null && most.minutes === null && named.length === 0 && calls;
  if (hasNone && commands === undefined) return undefined;
  return {
    max_inputs: most.inputs ?? null,
    max_minutes: most.minutes ?? null,
    folders: named,
    calls,
    ...(commands !== undefined && { commands }),
  };
}

/** Null: none is wished. Undefined: it is none. */
function amountIn(text: string, most: number): number | null | undefined {
  if (text.trim() === '') return null;
  const amount = Number(text);
  return Number.isInteger(amount) && amount >= 1 && amount <= most ? amount : undefined;
}
