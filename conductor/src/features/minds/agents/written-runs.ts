import type { Reader } from '../../../engine/query.ts';
import type { MessagePart } from './message-part.ts';
import type { AgentRunPart, AgentRunState } from './queries.ts';
import { partsOf } from './write-message.ts';
import * as agents from './queries.ts';

/** A run, and the message that it has written so far. */
export interface WrittenRun {
  readonly state: AgentRunState;
  readonly parts: readonly MessagePart[];
}

/** Runs as calls of their models need them. */
export interface WrittenRuns {
  /** Null: there is no such run. */
  read(runId: string): Promise<WrittenRun | null>;
  /** Nobody asks for it any more. */
  forget(runId: string): void;
}

/** Steps from the first on that are over, with what they led to: none of it changes any more. */
type Past = Pick<AgentRunPart, 'steps' | 'instructions' | 'approvals'> & Pick<WrittenRun, 'parts'>;

const NOTHING: Past = { steps: [], instructions: [], approvals: [], parts: [] };

/** The runs whose past is kept; of those asked for least lately it is read again. */
const MAX_RUNS = 16;

/** Reads of each run only what was not over when it was asked for last. */
export function createWrittenRuns(read: Reader): WrittenRuns {
  const pasts = new Map<string, Past>();

  function keep(runId: string, past: Past): void {
    pasts.delete(runId);
    pasts.set(runId, past);
    const [oldest] = pasts.keys();
    if (pasts.size > MAX_RUNS && oldest !== undefined) pasts.delete(oldest);
  }

  return {
    forget: (runId) => void pasts.delete(runId),
    async read(runId) {
      const past = pasts.get(runId) ?? NOTHING;
      const from = past.steps.length;
      const rest = await read.one(agents.agentRunPart({ runId, from }));
      // What agents did that it asked may still change below steps that are over.
      if (rest === null || rest.run.workersUsed > 0) {
        pasts.delete(runId);
        const state = await read.one(agents.agentRunState({ runId }));
        return state && { state, parts: partsOf(state) };
      }
      const now = joined(past, rest);
      const open = rest.steps.findIndex(({ status }) => status !== 'closed');
      const over = open === -1 ? rest.steps.length : open;
      keep(runId, joined(past, { ...rest, steps: rest.steps.slice(0, over) }));
      const { steps, instructions, approvals, parts } = now;
      const whole = { steps, instructions, approvals, workers: [], isWhole: true } as const;
      return { state: { ...rest, ...whole }, parts };
    },
  };
}

/** Joins the past with the steps that follow it. */
function joined(past: Past, rest: AgentRunPart): Past {
  const ids = new Set(rest.steps.map(({ stepId }) => stepId));
  const instructions = rest.instructions.filter(({ anchorId }) => ids.has(anchorId));
  const made = new Set(instructions.map(({ instructionId }) => instructionId));
  const approvals = rest.approvals.filter(({ instructionId: id }) => id !== null && made.has(id));
  const whole = { ...rest, instructions, approvals, workers: [], isWhole: true } as const;
  return {
    steps: [...past.steps, ...rest.steps],
    instructions: [...past.instructions, ...instructions],
    approvals: [...past.approvals, ...approvals],
    parts: [...past.parts, ...partsOf(whole)],
  };
}
