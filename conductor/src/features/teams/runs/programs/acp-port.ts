import type { JsonObject } from '../../../../baa/json-value.ts';
import type { Result } from '../../../../../../shared/lib/result.ts';
import type { Completeness } from '../../../../../../shared/model/completeness.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';

/** A coding agent that speaks the Agent Client Protocol on its standard input and output. */
export interface AcpLaunch {
  readonly command: string;
  readonly args: readonly string[];
  /** Names of variables that it gets of the conductor's own, beside those that every program needs. */
  readonly env: readonly string[];
  /** Absolute. */
  readonly folder: string;
  /** Address of an MCP server with the tools of its run; null: it has none. */
  readonly tools: string | null;
}

/** Question of a program whether it may do something. */
export interface AcpQuestion {
  readonly title: string;
  /** Other details of the requested action, such as its input; whole. */
  readonly about: JsonObject;
  readonly options: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
  }[];
}

export interface AcpHooks {
  /** The option that a person chose; null: nobody answers any more. */
  readonly ask: (question: AcpQuestion) => Promise<string | null>;
  /** A part of what it says, or the title of what it does. */
  readonly tell: (text: string) => void;
}

export interface AcpReply {
  readonly text: string;
  readonly complete: Completeness;
}

/** One that runs, with a session of its own. */
export interface AcpAgent {
  /** Says something, and resolves with all that it said when its turn is over. The abort cancels the turn. */
  readonly prompt: (text: string) => Promise<Result<AcpReply, CodedError>>;
  /** Tells whether the program or its connection has ended. */
  readonly hasEnded: () => boolean;
  /** Ends it with all that it started: TERM, and KILL five seconds later. */
  readonly close: () => Promise<void>;
}

export interface AcpPrograms {
  readonly start: (launch: AcpLaunch, hooks: AcpHooks) => Promise<Result<AcpAgent, CodedError>>;
}
