import type { Result } from '../../../../../../shared/lib/result.ts';
import type { Completeness } from '../../../../../../shared/model/completeness.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { ProgramTurn } from '../queries.ts';
import type { RunWorker } from '../rows.ts';
import type { ProgramTemplate } from './program-templates.ts';

/** State of a program as seen, kept in memory only. */
export interface SeenProgram {
  readonly status: 'idle' | 'running' | 'stuck' | 'error';
  /** `said` by the program itself, or `guessed` from its screen. */
  readonly source: 'said' | 'guessed';
  readonly lines: readonly string[];
  /** Question to the person; null: none. */
  readonly question: string | null;
  /** Epoch milliseconds. */
  readonly lastOutputAt: number | null;
  /** A person types in it: what Baton has for it waits. */
  readonly isTaken: boolean;
}

/** A turn of a program, as it is to be done now. */
export interface TurnToDo {
  readonly turn: ProgramTurn;
  readonly text: string;
  /** The text for a program that was begun for this turn, and has heard nothing yet. */
  readonly anew: () => Promise<string>;
  readonly template: ProgramTemplate;
  readonly folder: string;
  /** The text may be typed to a shell at its prompt in this folder alone; null: anywhere. */
  readonly promptIn: string | null;
  readonly title: string;
  /** False: its worker was ended meanwhile, or its run was stopped. */
  readonly isWanted: () => Promise<boolean>;
  /** This process has begun it; otherwise one before it did, and it may have been said. */
  readonly isFresh: boolean;
  /** Ends when the conductor does: nothing of it is recorded then. */
  readonly signal: AbortSignal;
}

/** Output of a program in a turn. */
export interface SaidInTurn {
  /** All of it, in lines as a person would see them: calls are read of it. */
  readonly text: string;
  /** Part that is kept; the output of a terminal is not. */
  readonly kept: string;
  readonly complete: Completeness;
}

/** How turns of programs of one kind are done. */
export interface ProgramKind {
  /** Says the text, once, and resolves when the program rests, with what it said. */
  readonly take: (turn: TurnToDo) => Promise<Result<SaidInTurn, CodedError>>;
  readonly seen: (workerId: string) => SeenProgram | null;
  /** A person answered what it asked. */
  readonly answered: (approvalId: string, approved: boolean) => void;
  /** A person who typed in it has finished. */
  readonly giveBack: (worker: RunWorker) => Promise<void>;
  /** Ends the program of a worker. */
  readonly end: (worker: RunWorker) => Promise<void>;
  readonly stop: () => Promise<void>;
}
