import { insert, joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type Run, type RunWorker, RUNS, RUN_WORKERS } from '../rows.ts';
import { about, touched } from '../run-changes.ts';
import { namedConversation } from '../template-id.ts';
import * as runs from '../queries.ts';

export interface CreateRunInput {
  readonly run: Run;
  readonly workers: readonly RunWorker[];
  readonly maxOpen: number;
  readonly via: string;
}

/** A run with its team. It is begun in a step of its own. */
export const createRun = defineStep({
  name: 'create run',
  load: ({ run, workers }: CreateRunInput) => ({
    open: runs.openRuns(),
    taken: runs.runWorkersOf({
      localConversationIds: workers.flatMap(
        ({ templateId }) => namedConversation(templateId) ?? [],
      ),
      exceptRun: run.runId,
    }),
  }),
  decide(
    { open, taken },
    { run, workers, maxOpen, via },
  ): Decision<'created' | 'too_many' | 'taken'> {
    if (open.length >= maxOpen) return { plan: plan({}), outcome: 'too_many' };
    if (taken.length > 0) return { plan: plan({}), outcome: 'taken' };
    const by = { now: run.createdAt, actor: 'person' } as const;
    const { runId, teamId } = run;
    return {
      plan: joinPlans(
        plan({
          changes: [insert(RUNS, run), ...workers.map((worker) => insert(RUN_WORKERS, worker))],
          events: [
            about('run.created', runId, {
              ...by,
              detail: { team: teamId, workers: workers.length, via },
            }),
            ...workers.map(({ workerId, role, templateId }) =>
              about('run_worker.created', workerId, {
                ...by,
                detail: { run: runId, role, template: templateId },
              }),
            ),
          ],
        }),
        touched(run),
      ),
      outcome: 'created',
    };
  },
});
