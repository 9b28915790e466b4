import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import type { Kit } from '../../../../engine/feature.ts';
import type { Tool } from '../../../heart/actions/feature.ts';
import { settingsFeature } from '../../../ground/settings/feature.ts';
import type { RunWorker } from '../rows.ts';
import { callInTurn } from '../steps/call-in-turn.ts';
import type { CallTokens } from './call-tokens.ts';
import * as actions from '../../../heart/actions/queries.ts';
import * as runs from '../queries.ts';

/** A tool as a program is told of it. */
interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** Calls that programs of workers make within a turn, each with its token. */
export interface ProgramCalls {
  /** Null: the token is nobody's. */
  readonly toolsFor: (token: string) => readonly OfferedTool[] | null;
  /**
   * Resolves with what came of it, perhaps much later: a person may be asked first. It goes on where nobody waits for it any
   * more; whoever asks for the same then gets what comes of it, and it is not done again.
   *
   * @param signal Aborts when nobody waits for the answer any more.
   */
  readonly call: (
    token: string,
    name: string,
    params: JsonObject,
    signal: AbortSignal,
  ) => Promise<Result<string, CodedError>>;
  /** The result of a call may be there. */
  readonly answered: (anchorId: string) => void;
  readonly stop: () => void;
}

/** Where programs call them, with their token behind it. */
export const RUN_TOOLS_PATH = '/mcp/run';

const TARGET = 'run';

/** In one turn, as many as one reply of a chat may hold. */
const MAX_CALLS = 64;

type Outcome = Result<string, CodedError>;

interface TurnCalls {
  readonly turn: string;
  count: number;
  /** Those that nobody has the answer of, by what they ask for. */
  readonly open: Map<string, Promise<Outcome>>;
}

const REFUSALS = {
  worker_ended: { code: 'worker_lost', text: 'The work of this worker has ended.' },
  no_turn: {
    code: 'invalid_transition',
    text: 'Calls are taken while you work on something that you were told. Wait for the next message.',
  },
  too_many: {
    code: 'quota_exceeded',
    text: `${MAX_CALLS} calls were made already since you were told something. Wait for the next message.`,
  },
  stops: { code: 'cancelled', text: 'The conductor stops.' },
} as const satisfies Record<string, CodedError>;

export function createProgramCalls(
  kit: Pick<Kit, 'store' | 'read' | 'now' | 'newId' | 'settings' | 'use'>,
  deps: {
    readonly tokens: CallTokens;
    readonly tools: { readonly planner: readonly Tool[]; readonly worker: readonly Tool[] };
  },
): ProgramCalls {
  const { store, read, now, newId } = kit;
  const { maxAttempts } = kit.settings;
  const { tokens, tools } = deps;
  const settings = kit.use(settingsFeature);
  /** Calls by worker, of the last turn in which it called. */
  const calls = new Map<string, TurnCalls>();
  const waiting = new Map<string, (goesOn: boolean) => void>();

  const offeredTo = ({ isPlanner }: RunWorker): readonly Tool[] =>
    isPlanner ? tools.planner : tools.worker; // guard: worker-tools

  async function resultOf(anchorId: string): Promise<Outcome> {
    const [row] = (await read.one(actions.reply({ anchorId })))?.instructions ?? [];
    return row?.status === 'succeeded'
      ? ok(row.resultText ?? '')
      : err({ code: row?.errorCode ?? 'internal', text: row?.errorText ?? 'It is gone.' });
  }

  async function begin(
    worker: RunWorker,
    turn: { readonly jobId: string; readonly attemptCount: number },
    { name: tool }: Tool,
    params: JsonObject,
  ): Promise<Outcome> {
    const { workerId, conversationKey } = worker;
    if (conversationKey === null) return err(REFUSALS.worker_ended);
    const anchorId = `${turn.jobId}.${turn.attemptCount}.${newId()}`;
    const { promise: there, resolve } = Promise.withResolvers<boolean>();
    waiting.set(anchorId, resolve);
    try {
      const taken = await store.run(callInTurn, {
        conversationKey,
        workerId,
        turn,
        anchorId,
        action: { ok: true, target: TARGET, tool, paramsJson: JSON.stringify(params) },
        maxAttempts,
        messageLimits: settings.current().max_message_chars,
        now: now(),
      });
      if (taken !== 'taken') return err(REFUSALS[taken]);
      return (await there) ? await resultOf(anchorId) : err(REFUSALS.stops);
    } finally {
      waiting.delete(anchorId);
    }
  }

  return {
    toolsFor(token) {
      const worker = tokens.workerOf(token);
      if (worker === null) return null;
      return offeredTo(worker).map((tool) => ({
        name: nameOf(tool),
        description: tool.help,
        inputSchema: tool.paramsSchema,
      }));
    },

    async call(token, name, params, signal) {
      const worker = tokens.workerOf(token);
      if (worker === null || worker.conversationKey === null) return err(REFUSALS.worker_ended);
      const offered = offeredTo(worker);
      const tool = offered.find((one) => nameOf(one) === name);
      if (tool === undefined) {
        const text = `There is no tool ${name}; there are ${offered.map(nameOf).join(', ')}.`;
        return err({ code: 'unknown_tool', text });
      }
      const { conversationKey, workerId } = worker;
      const job = (await read.one(runs.programTurn({ conversationKey })))?.job;
      if (job?.status !== 'acked') return err(REFUSALS.no_turn);
      const turn = `${job.jobId}.${job.attemptCount}`;
      const before = calls.get(workerId);
      const its = before?.turn === turn ? before : { turn, count: 0, open: new Map() };
      calls.set(workerId, its);
      const asks = JSON.stringify([name, params]);
      let outcome = its.open.get(asks);
      if (outcome === undefined) {
        if (its.count >= MAX_CALLS) return err(REFUSALS.too_many);
        its.count += 1;
        outcome = begin(worker, job, tool, params);
        its.open.set(asks, outcome);
      }
      const answer = await outcome;
      // Whoever asks for the same now, having heard the answer, wants it done again.
      if (!signal.aborted) its.open.delete(asks);
      return answer;
    },

    answered: (anchorId) => waiting.get(anchorId)?.(true),
    stop() {
      for (const resolve of waiting.values()) resolve(false);
    },
  };
}

/** Models take no dot in the name of a tool. */
function nameOf({ name }: Tool): string {
  return name.replaceAll('.', '_');
}
