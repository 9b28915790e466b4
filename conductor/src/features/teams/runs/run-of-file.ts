import * as z from 'zod';

import { run as runSchema, templateId } from '../../../../../shared/api/run-fields.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import { LAST_EPOCH_MS } from '../../../../../shared/protocol/index.ts';
import type { IdSource } from '../../../engine/runtime.ts';
import type { Run, RunEvidence, RunInput, RunTask, RunWorker } from './rows.ts';
import type { ReportSection, RunTextsOf, WrittenSection } from './run-texts.ts';

/** A run that is over, as an export holds it: as `GET /v1/runs/:id` shows it. */
const exportedRun = runSchema.extend({
  // It is typed and shown in terminals, and stands in addresses.
  // guard: imported-run-ids
  run_id: z.string().regex(/^\w[\w.-]{0,255}$/, 'is letters, digits, dots and dashes'),
  status: z.enum(['finished', 'stopped', 'failed']),
  workers: z.array(
    runSchema.shape.workers.element.omit({ working_dir: true }).extend({ template_id: templateId }),
  ),
});

/** The rows of a run that comes in from a file. */
export interface RunOfFile {
  readonly run: Run;
  readonly workers: readonly RunWorker[];
  readonly tasks: readonly RunTask[];
  readonly inputs: readonly RunInput[];
  readonly evidence: readonly RunEvidence[];
}

/**
 * Reads a line of an export into rows. All ids but the run's own are new: ids in a file name nothing on this machine.
 * Its workers have ended, and none of them has a conversation or a rule.
 */
export function runOfFile(
  line: unknown,
  { texts, newId, now }: { texts: RunTextsOf; newId: IdSource; now: number },
): Result<RunOfFile, string> {
  const read = exportedRun.safeParse(line);
  if (!read.success) {
    const [issue] = read.error.issues;
    return err(`it is no run that is over: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  const view = read.data;
  // guard: imported-run-times
  if (!haveTimes(view)) return err('it tells of a time that no clock has.');
  const runId = view.run_id;
  const endedAt = view.ended_at ?? view.updated_at;
  const ids = idsOf(view, newId);
  if (ids.size < view.workers.length + view.plan.length)
    return err('two of its workers or tasks have one id.');
  const idOf = (id: string | null): string | null => (id === null ? null : (ids.get(id) ?? null));
  const report = Object.fromEntries(
    view.report.flatMap(({ section, text, by, draft }): [ReportSection, WrittenSection][] =>
      by === 'rows' ? [] : [[section, { text, by, draft, writtenBy: null }]],
    ),
  );
  const { goal, conclusion } = view;
  return ok({
    run: {
      runId,
      status: view.status,
      beforePause: null,
      pausedBy: null,
      teamId: view.team,
      plannerId: idOf(view.planner) ?? '',
      limits: view.budget.limits,
      ladder: view.ladder,
      inputsUsed: view.budget.inputs_used,
      reviewPlan: view.review_plan,
      plannedAt: null,
      planHash: null,
      samePlans: 0,
      toldAt: 0,
      digestAt: 0,
      stalls: 0,
      asks: 0,
      hints: 0,
      completedAt: view.status === 'finished' ? endedAt : null,
      keepsPrograms: false,
      attempt: view.attempt,
      sealed: texts.sealRun(runId, { goal, conclusion, report, questions: [], isOfFile: true }),
      startedAt: view.started_at,
      readyAt: view.ready_at,
      endedAt,
      errorCode: view.error,
      createdAt: view.created_at,
      updatedAt: now,
      version: 1,
    },
    workers: view.workers.map((one, position): RunWorker => {
      const workerId = idOf(one.tab_id) ?? '';
      return {
        workerId,
        runId,
        position,
        role: one.role,
        templateId: one.template_id,
        isPlanner: one.is_planner,
        conversationKey: null,
        begunAt: null,
        rules: [],
        limits: { maxInputs: null, maxMinutes: null },
        mark: null,
        heldBy: null,
        endedAt,
        sealed: texts.sealWorker(workerId, { title: one.title, task: '' }),
        createdAt: view.created_at,
        version: 1,
      };
    }),
    tasks: view.plan.map((one): RunTask => {
      const taskId = idOf(one.task_id) ?? '';
      return {
        taskId,
        runId,
        position: one.position,
        status: one.status,
        role: one.role,
        workerId: idOf(one.worker),
        dependsOn: one.depends_on.flatMap((id) => idOf(id) ?? []),
        attempt: one.attempt,
        begunAt: null,
        asked: false,
        stuckAt: null,
        restarts: one.restarts,
        isExpected: one.expected,
        needs: one.needs,
        isReviewed: one.reviewer !== null,
        reviewerId: idOf(one.reviewer),
        returns: one.returns,
        newsAt: null,
        sealed: texts.sealTask(taskId, {
          title: one.title,
          instructions: one.instructions,
          doneWhen: one.done_when,
          result: one.result,
          blockedBy: one.blocked_by,
          changedBy: null,
        }),
        createdAt: view.created_at,
        updatedAt: endedAt,
        version: 1,
      };
    }),
    inputs: view.risks.flatMap((one): RunInput[] => {
      const workerId = idOf(one.worker);
      if (workerId === null) return [];
      return [
        {
          inputId: newId(),
          runId,
          workerId,
          origin: one.origin,
          taskId: null,
          // Nothing of it is to be sent from here.
          status: one.status === 'sent' ? 'sent' : 'dropped',
          jobId: null,
          risk: one.risk,
          reasons: one.rules,
          sealed: null,
          createdAt: one.created_at,
          sentAt: one.sent_at,
          version: 1,
        },
      ];
    }),
    evidence: view.evidence.flatMap((one): RunEvidence[] => {
      const taskId = idOf(one.task_id);
      if (taskId === null) return [];
      const evidenceId = newId();
      const { kind, title, detail } = one;
      return [
        {
          evidenceId,
          runId,
          taskId,
          workerId: idOf(one.worker),
          kind,
          sealed: texts.sealEvidence(evidenceId, { title, detail }),
          createdAt: one.created_at,
          version: 1,
        },
      ];
    }),
  });
}

/** One that cannot be shown would keep all that stands beside it from being shown. */
function haveTimes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) =>
    name.endsWith('_at') ? one === null || Number(one) <= LAST_EPOCH_MS : haveTimes(one),
  );
}

function idsOf(
  { workers, plan }: z.output<typeof exportedRun>,
  newId: IdSource,
): ReadonlyMap<string, string> {
  const named = [...workers.map(({ tab_id: id }) => id), ...plan.map(({ task_id: id }) => id)];
  return new Map(named.map((id) => [id, newId()]));
}
