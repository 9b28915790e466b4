import { planningPrompt } from './prompts.ts';
import type { RunState } from './queries.ts';
import { callsNothing } from './role-limits.ts';
import type { RunWorker } from './rows.ts';
import type { RunTextsOf } from './run-texts.ts';

/** Builds the planner's first message: who it is, how a run goes, its team, its tools and the goal. */
export function planningWords(
  { run, workers }: RunState,
  planner: RunWorker,
  {
    texts,
    manual,
    isShell,
  }: {
    readonly texts: RunTextsOf;
    readonly manual: string;
    readonly isShell: (worker: RunWorker) => boolean;
  },
): string {
  const team = workers
    .filter(({ worker }) => !worker.isPlanner && worker.endedAt === null)
    .map(({ worker }) => ({ ...worker, isShell: isShell(worker), isMute: callsNothing(worker) }));
  const role = { role: planner.role, task: texts.worker(planner).task };
  return planningPrompt(texts.run(run).goal, role, team, manual);
}
