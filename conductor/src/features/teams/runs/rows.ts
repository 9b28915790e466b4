import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import type { PolicyRule } from '../../heart/policy/feature.ts';
import type { InputStatus } from './input.machine.ts';
import type { ActiveStatus, RunStatus } from './run.machine.ts';
import type { TaskStatus } from './task.machine.ts';
import { table } from '../../../engine/tables.ts';

/**
 * Text of people and assistants, sealed (`sealed.ts`): no step reads it, and so none can put it into an event. Steps
 * decide on the other fields alone.
 */
export type Sealed = string;

/** Limits of a run: it pauses when it reaches one. */
export interface RunLimits {
  /** Messages to workers, the planner's own among them. */
  readonly inputs: number;
  /** Milliseconds from its start. */
  readonly ms: number;
}

/**
 * How far Baton goes by itself with a worker that does not get on: it shows it, or asks the worker once and tells the
 * planner, or begins the worker anew too.
 */
export type Ladder = 'none' | 'ask' | 'restart';

/** The work of a team on one goal. Times are epoch milliseconds. */
export interface Run {
  readonly runId: string;
  readonly status: RunStatus;
  /** Status to go on in after a pause; null: it is not paused. */
  readonly beforePause: ActiveStatus | null;
  /** Why it is paused, by whom or what; null: it is not. */
  readonly pausedBy: 'person' | 'budget' | 'loop' | 'stall' | null;
  /** The team that it was made from. */
  readonly teamId: string;
  readonly plannerId: string;
  readonly limits: RunLimits;
  readonly ladder: Ladder;
  readonly inputsUsed: number;
  /** A person accepts the plan before work begins. */
  readonly reviewPlan: boolean;
  /** When the plan that waits to be accepted was made; null: none waits. */
  readonly plannedAt: number | null;
  /** A digest of the plan: the same again is a loop. */
  readonly planHash: string | null;
  readonly samePlans: number;
  /** The newest news (`newsAt` of a task) that the planner was told of. */
  readonly toldAt: number;
  /** When the planner was last told how all stands. */
  readonly digestAt: number;
  /** Digests in a row before which nothing had moved. */
  readonly stalls: number;
  /** Questions of the planner that a person has not answered. */
  readonly asks: number;
  /** How often the planner was reminded of what it has not done in this state. */
  readonly hints: number;
  /** When the planner said that all is done; null: it has not. */
  readonly completedAt: number | null;
  /** Who stopped it left the programs of its workers running. */
  readonly keepsPrograms: boolean;
  readonly attempt: number;
  /** Goal, conclusion, report, and questions of the planner. */
  readonly sealed: Sealed;
  readonly startedAt: number | null;
  readonly readyAt: number | null;
  readonly endedAt: number | null;
  readonly errorCode: ErrorCode | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

export type WorkerMark = 'done' | 'blocked' | 'needs_input';

/** A rule of a role, as the policy has it in the conversation of its worker. */
export type RoleRule = Pick<PolicyRule, 'toolPattern' | 'paramsPattern' | 'decision'>;

/** Limits of a worker by its role; null: as much as its run. */
export interface RoleLimits {
  /** Messages that it is sent. */
  readonly maxInputs: number | null;
  /** From its first message. */
  readonly maxMinutes: number | null;
}

/** One of the team. The planner is one too. */
export interface RunWorker {
  readonly workerId: string;
  readonly runId: string;
  readonly position: number;
  readonly role: string;
  /** Template that it is made of, as `chat:claude`, `agent:research`. */
  readonly templateId: string;
  readonly isPlanner: boolean;
  /** Conversation of the worker; null: nothing was said to it yet, or its conversation is gone. */
  readonly conversationKey: ConversationKey | null;
  /** Where its conversation was begun, to tell one that is gone from one that has not begun. */
  readonly begunAt: number | null;
  /** Those of its role. They hold in its conversation while it works for the run. */
  readonly rules: readonly RoleRule[];
  readonly limits: RoleLimits;
  /** A person's word, or its own, which stands above what is seen of it. */
  readonly mark: WorkerMark | null;
  /** A person writes to it by hand: what the run has for it waits. */
  readonly heldBy: 'person' | null;
  readonly endedAt: number | null;
  /** Title and task of the worker. */
  readonly sealed: Sealed;
  readonly createdAt: number;
  readonly version: number;
}

export const EVIDENCE_KINDS = ['patch', 'test', 'command', 'todo', 'link', 'file', 'note'] as const;

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** Something by which a task can be seen to be done. */
export interface RunEvidence {
  readonly evidenceId: string;
  readonly runId: string;
  readonly taskId: string;
  /** Whose it is; null: a person's. */
  readonly workerId: string | null;
  readonly kind: EvidenceKind;
  /** Title and text of the evidence. */
  readonly sealed: Sealed;
  readonly createdAt: number;
  readonly version: number;
}

/** A team that is not built in. */
export interface RunTeam {
  readonly teamId: string;
  /** `imported`: somebody else wrote it, and no person has saved it since. */
  readonly source: 'own' | 'imported';
  /** Name, purpose and roles of the team. */
  readonly sealed: Sealed;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** A program of a person's own that workers can be made of. */
export interface RunTemplate {
  /** As `acp:codex`. */
  readonly templateId: string;
  /** Program to start, its arguments and its folder. */
  readonly sealed: Sealed;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** A part of the plan. */
export interface RunTask {
  readonly taskId: string;
  readonly runId: string;
  readonly position: number;
  readonly status: TaskStatus;
  readonly role: string;
  /** Null: no worker has it yet. */
  readonly workerId: string | null;
  readonly dependsOn: readonly string[];
  /** From 1. */
  readonly attempt: number;
  /** When its worker was last told of it; null: nobody was. */
  readonly begunAt: number | null;
  /** The worker was asked once more how it stands, since it fell silent. */
  readonly asked: boolean;
  /** When the planner was told that the worker is stuck in the midst of an answer; null: it never was. */
  readonly stuckAt: number | null;
  /** How often Baton began its worker anew by itself. */
  readonly restarts: number;
  /** A person says that its worker may be silent. */
  readonly isExpected: boolean;
  /** Kinds of evidence without which it is not done. */
  readonly needs: readonly EvidenceKind[];
  /** Another worker looks at it before it is done. */
  readonly isReviewed: boolean;
  /** Who looks at it; null: nobody was asked yet. */
  readonly reviewerId: string | null;
  /** How often it was sent back. */
  readonly returns: number;
  /** When the planner is to hear of it next; null: there is nothing new. */
  readonly newsAt: number | null;
  /** Title, instructions, when it is done, its result, what blocks it. */
  readonly sealed: Sealed;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** Who has something said to a worker. `run`: Baton itself, with words of its own and what workers reported. */
export type InputOrigin = 'planner' | 'person' | 'broadcast' | 'run';

export type InputRisk = 'low' | 'medium' | 'high';

/** One text on its way to one worker. */
export interface RunInput {
  readonly inputId: string;
  readonly runId: string;
  readonly workerId: string;
  readonly origin: InputOrigin;
  /** The task that it hands over, if it does. */
  readonly taskId: string | null;
  readonly status: InputStatus;
  readonly jobId: string | null;
  readonly risk: InputRisk;
  /** The rules that matched. */
  readonly reasons: readonly string[];
  /** The text until it is sent; then its delivery has it. */
  readonly sealed: Sealed | null;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly version: number;
}

/** A call that a program asked for by a line. Its instruction says what became of it. */
export interface RunCall {
  /** Id of its instruction. */
  readonly callId: string;
  readonly runId: string;
  readonly workerId: string;
  /** The program's own, which it uses once. */
  readonly externalId: string;
  /** The same for the same method and params. */
  readonly payloadHash: string;
  readonly createdAt: number;
  readonly version: number;
}

export const RUNS = table<Run>('runs');

export const RUN_WORKERS = table<RunWorker>('runWorkers');

export const RUN_TASKS = table<RunTask>('runTasks');

export const RUN_INPUTS = table<RunInput>('runInputs');

export const RUN_TEAMS = table<RunTeam>('runTeams');

export const RUN_TEMPLATES = table<RunTemplate>('runTemplates');

export const RUN_EVIDENCE = table<RunEvidence>('runEvidence');

export const RUN_CALLS = table<RunCall>('runCalls');
