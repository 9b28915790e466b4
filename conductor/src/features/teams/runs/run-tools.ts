import * as z from 'zod';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Reader } from '../../../engine/query.ts';
import {
  defineTool,
  failed,
  jsonResult,
  type LookedAt,
  sourceOf,
  type Tool,
  type ToolSource,
} from '../../heart/actions/feature.ts';
import { type Manuals, manualsOf } from './manuals.ts';
import { plannerTools } from './planner-tools.ts';
import type { Members, RunToolDeps } from './run-tool-deps.ts';
import { teamTools } from './team-tools.ts';
import { workerTools } from './worker-tools.ts';
import * as runs from './queries.ts';

/** The target `run`: what planners and workers of runs ask for. Nobody else is told of it. */
export function runTools(deps: Omit<RunToolDeps, 'members'> & { readonly read: Reader }): {
  readonly source: ToolSource;
  readonly manuals: Manuals;
  readonly tools: { readonly planner: readonly Tool[]; readonly worker: readonly Tool[] };
} {
  const { read } = deps;

  /** Finds the run that a call belongs to; null: none, as for a call that answers another run. */
  async function memberAt({ conversationKey, instructionId }: LookedAt) {
    const worker = await read.one(runs.runWorkerAt({ conversationKey }));
    if (worker === null) return null;
    const { workerId, runId } = worker;
    // guard: run-told-first
    if (!(await read.one(runs.wasToldBefore({ workerId, instructionId })))) return null;
    const state = await read.one(runs.runState({ runId }));
    return state && { worker, state };
  }

  const members: Members = {
    async planner(call) {
      const found = await memberAt(call);
      if (found?.worker.isPlanner === true) return ok(found.state); // guard: planner-alone
      return refused('Only the planner of a run may ask for that.');
    },
    async worker(call) {
      const found = await memberAt(call);
      return found === null ? refused('This conversation works for no run.') : ok(found);
    },
  };

  const withoutList = [...plannerTools({ ...deps, members }), ...teamTools({ ...deps, members })];
  const planner = [...withoutList, listOf(withoutList, members)];
  const worker = workerTools({ ...deps, members });
  const toldTo =
    (isPlanners: boolean): NonNullable<Tool['toldTo']> =>
    async (key) =>
      key !== null &&
      (await read.one(runs.runWorkerAt({ conversationKey: key })))?.isPlanner === isPlanners;
  const toPlanners = toldTo(true);
  const toWorkers = toldTo(false);
  return {
    source: {
      ...sourceOf([
        ...planner.map((tool) => ({ ...tool, toldTo: toPlanners })),
        ...worker.map((tool) => ({ ...tool, toldTo: toWorkers })),
      ]),
      meant(target, name) {
        const tool = target === 'run' ? OTHER_NAMES.get(name) : undefined;
        return tool === undefined ? null : { target, tool };
      },
      names: (target, tool) =>
        [...OTHER_NAMES].flatMap(([name, meant]) =>
          meant === tool ? [{ target, tool: name }] : [],
        ),
    },
    manuals: manualsOf(planner, worker),
    tools: { planner, worker },
  };
}

/** A planner can ask what it may ask for. */
function listOf(tools: readonly Tool[], members: Members): Tool {
  return defineTool({
    id: 'run::tools.list',
    params: z.strictObject({}),
    risk: 'low',
    readOnly: true,
    harmless: true,
    help: 'The tools of a planner.',
    async run(_params, call) {
      const found = await members.planner(call);
      if (!found.ok) return failed(found.error.code, found.error.text);
      return jsonResult({ tools: tools.map(({ id, help, risk }) => ({ name: id, help, risk })) });
    },
  });
}

/** Names by which planners of other programs know these tools. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['tabs.destroy', 'tabs.kill'],
  ['monitor.getStates', 'tabs.list'],
  ['monitor.getState', 'tabs.list'],
]);

function refused(text: string): Result<never, CodedError> {
  return err({ code: 'action_denied', text });
}
