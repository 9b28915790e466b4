import * as z from 'zod';

import type { JsonValue } from '../../../baa/json-value.ts';
import { defineTool, failed, jsonResult, type Tool } from '../../heart/actions/feature.ts';
import { isOfFolder, ofFolder } from './folder-evidence.ts';
import { lookedAt, lookOver } from './looked-at.ts';
import { isReviewer } from './new-tasks.ts';
import { returnPrompt } from './prompts.ts';
import type { RunState } from './queries.ts';
import type { Told } from '../../../text-risk/scan-risk.ts';
import { EVIDENCE_KINDS, type RunEvidence, type RunTask } from './rows.ts';
import type { RunToolDeps } from './run-tool-deps.ts';
import { spentLimit } from './role-limits.ts';
import { heldTo, shellOf } from './shells.ts';

const words = z.string().trim().min(1).max(8_000);

const evidence = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS),
  title: z.string().trim().min(1).max(300),
  detail: z.string().max(8_000).optional(),
});

/** A task that is sent back so often goes to a person. */
const MAX_RETURNS = 2;

const STATUS = {
  done: { event: { type: 'DONE' }, mark: null },
  blocked: { event: { type: 'BLOCK' }, mark: 'blocked' },
  running: { event: null, mark: null },
} as const;

/** Tools of a worker for its own task, and for no other. */
export function workerTools({
  texts,
  writer,
  members,
  scan,
  filesOf,
  now,
}: RunToolDeps): readonly Tool[] {
  /** Why a task is sent back, as its worker is told it. */
  function returnTold(state: RunState | null, taskId: string, reason = ''): readonly Told[] {
    const own = state?.tasks.find((task) => task.taskId === taskId);
    const maker = state?.workers.find(({ worker }) => worker.workerId === own?.workerId);
    return [{ text: reason, shell: null, ...(maker && heldTo(maker.worker, texts)) }];
  }

  return [
    lookedAt(
      defineTool({
        id: 'run::worker.report',
        params: z.strictObject({
          status: z.enum(['running', 'blocked', 'done']),
          summary: words.describe('In two or three sentences'),
          result: words.optional().describe('What was made, whole'),
          evidence: z.array(evidence).max(10).optional().describe('What shows it to be done'),
          blockers: words.optional().describe('What is in the way, and what is needed'),
        }),
        risk: 'low',
        idempotent: true,
        help: 'Says how your task stands: done with its result, blocked with what you need, or running.',
        async run({ status, summary, result, evidence: shown = [], blockers }, call) {
          const { instructionId } = call;
          const found = await members.worker(call);
          if (!found.ok) return failed(found.error.code, found.error.text);
          const { state, worker } = found.value;
          const its = state.tasks.filter(({ workerId }) => workerId === worker.workerId);
          const own =
            // Told already, by a call that a crash cut short.
            its.find((task) => texts.task(task).changedBy === instructionId) ??
            its.find((task) => ['working', 'blocked'].includes(task.status));
          if (own === undefined)
            return failed(
              'invalid_transition',
              'You have no task that is open. Wait for the next one.',
            );
          const rows = shown.map(({ kind, title, detail = '' }, index): RunEvidence => {
            // The same call again, after a crash, adds nothing.
            const evidenceId = `${instructionId}.${index}`;
            const { runId, taskId } = own;
            const sealed = texts.sealEvidence(evidenceId, { title, detail });
            const { workerId } = worker;
            return {
              evidenceId,
              runId,
              taskId,
              workerId,
              kind,
              sealed,
              createdAt: now(),
              version: 1,
            };
          });
          const missing = status === 'done' ? missingOf(own, [...state.evidence, ...rows]) : [];
          if (missing.length > 0)
            return failed(
              'evidence_missing',
              `The task is done with evidence of the kind ${missing.join(', ')}. Report it with evidence.`,
            );
          const isReviewed =
            status === 'done' && own.status === 'working' && hasReviewer(own, state);
          const made = { evidenceId: ofFolder(instructionId), createdAt: now() };
          const files = status === 'running' ? [] : await filesOf(own, state, made);
          const { mark } = STATUS[status];
          const event = isReviewed ? ({ type: 'REVIEW' } as const) : STATUS[status].event;
          const isUnblocked = own.status === 'blocked' && status === 'running';
          const isBlockedStill = own.status === 'blocked' && status === 'blocked';
          const changed = await writer.task(
            { runId: state.run.runId, taskId: own.taskId },
            {
              event: isUnblocked ? { type: 'UNBLOCK' } : isBlockedStill ? null : event,
              mark,
              isNews: status !== 'running' && !isReviewed,
              changedBy: instructionId,
              evidence: [...rows, ...files],
              ...(isReviewed && { set: { asked: false, reviewerId: null } }),
              by: { now: now(), actor: 'conductor', detail: { worker: worker.workerId } },
            },
            (before) => ({
              ...before,
              result:
                status === 'done'
                  ? [summary, result ?? ''].filter((part) => part !== '').join('\n\n')
                  : before.result,
              blockedBy: status === 'blocked' ? (blockers ?? summary) : null,
            }),
          );
          if (!changed.ok) return failed(changed.error.code, changed.error.text);
          const next = {
            done: 'Well done. Nothing more is to be done until the next message.',
            blocked: 'The planner hears of it. Wait for the next message.',
            running: 'Go on.',
          }[status];
          return jsonResult({ taskId: own.taskId, next });
        },
      }),
      // Its planner, whoever reviews it and whoever does it again are told all of it.
      // guard: reports-looked-at
      async (params) => wordsIn(params).map((text) => ({ text, shell: null })),
      scan,
    ),
    lookedAt(
      defineTool({
        id: 'run::worker.review',
        params: z.strictObject({
          taskId: z.string().min(1).max(300),
          verdict: z.enum(['accept', 'return']),
          reason: words.optional().describe('Of a return: what is to be mended'),
        }),
        risk: 'low',
        idempotent: true,
        help: 'Says of a task that you were asked to look at whether it is done.',
        async run({ taskId, verdict, reason }, call) {
          const { instructionId } = call;
          const found = await members.worker(call);
          if (!found.ok) return failed(found.error.code, found.error.text);
          const { state, worker } = found.value;
          const own = state.tasks.find(
            (task) => task.taskId === taskId && task.reviewerId === worker.workerId,
          );
          if (own === undefined)
            return failed('not_found', 'You were not asked to look at a task of that id.');
          if (verdict === 'return' && reason === undefined)
            return failed('invalid_params', 'params.reason: say what is to be mended.');
          const returns = own.returns + (verdict === 'return' ? 1 : 0);
          const looked = lookOver(returnTold(state, taskId, reason), scan);
          if (!looked.ok) return failed(looked.error.code, looked.error.text);
          const isForPerson = verdict === 'return' && returns >= MAX_RETURNS;
          const before = texts.task(own);
          const inputId = `${instructionId}.return`;
          const maker = state.workers.find((one) => one.worker.workerId === own.workerId);
          const isSentBack =
            verdict === 'return' &&
            !isForPerson &&
            maker !== undefined &&
            spentLimit(maker, now()) === null &&
            // It would run the words.
            shellOf(maker.worker, texts) === null;
          const changed = await writer.task(
            { runId: state.run.runId, taskId },
            {
              event: { type: verdict === 'accept' ? 'DONE' : isSentBack ? 'RETURN' : 'BLOCK' },
              isNews: !isSentBack,
              changedBy: instructionId,
              set: { returns },
              ...(isForPerson && { mark: 'needs_input' }),
              saying: isSentBack
                ? {
                    inputId,
                    workerId: own.workerId ?? '',
                    sealed: texts.sealInput(inputId, { text: returnPrompt(before, reason ?? '') }),
                    looked: looked.value,
                  }
                : null,
              by: { now: now(), actor: 'conductor', detail: { reviewer: worker.workerId } },
            },
            (words) => ({
              ...words,
              blockedBy: verdict === 'return' && !isSentBack ? `Sent back: ${reason}` : null,
            }),
          );
          if (!changed.ok) return failed(changed.error.code, changed.error.text);
          return jsonResult({ taskId, next: 'Wait for the next message.' });
        },
      }),
      async ({ taskId, reason }, call) => {
        if (typeof taskId !== 'string' || typeof reason !== 'string') return [];
        const found = await members.worker(call);
        return returnTold(found.ok ? found.value.state : null, taskId, reason);
      },
      scan,
    ),
  ];
}

/** Every text in the params of a call. */
function wordsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

/** Kinds of evidence that the task needs and that nobody has shown. */
function missingOf(task: RunTask, shown: readonly RunEvidence[]): readonly string[] {
  const kinds = shown
    .filter(({ taskId, evidenceId }) => taskId === task.taskId && !isOfFolder(evidenceId))
    .map(({ kind }) => kind);
  return task.needs.filter((kind) => !kinds.includes(kind));
}

/** Somebody of the team is there to look at it. */
function hasReviewer({ isReviewed, workerId }: RunTask, { workers }: RunState): boolean {
  return (
    isReviewed &&
    workers.some(
      ({ worker }) =>
        isReviewer(worker.role) && worker.endedAt === null && worker.workerId !== workerId,
    )
  );
}
