import * as z from 'zod';

import { defineTool, failed, jsonResult, type Tool } from '../actions/feature.ts';
import type { RunToolDeps } from './run-tool-deps.ts';

const words = z.string().trim().min(1).max(8_000);

const STATUS = {
  done: { event: { type: 'DONE' }, mark: null },
  blocked: { event: { type: 'BLOCK' }, mark: 'blocked' },
  running: { event: null, mark: null },
} as const;

/** What a worker of a run may say of its own task, and of no other. */
export function workerTools({ texts, writer, members, now }: RunToolDeps): readonly Tool[] {
  return [
    defineTool({
      id: 'run::worker.report',
      params: z.strictObject({
        status: z.enum(['running', 'blocked', 'done']),
        summary: words.describe('In two or three sentences'),
        result: words.optional().describe('What was made, whole'),
        blockers: words.optional().describe('What is in the way, and what is needed'),
      }),
      risk: 'low',
      idempotent: true,
      help: 'Says how your task stands: done with its result, blocked with what you need, or running.',
      async run({ status, summary, result, blockers }, { conversationKey, instructionId }) {
        const found = await members.worker(conversationKey);
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
        const { event, mark } = STATUS[status];
        const isUnblocked = own.status === 'blocked' && status === 'running';
        const isBlockedStill = own.status === 'blocked' && status === 'blocked';
        const changed = await writer.task(
          { runId: state.run.runId, taskId: own.taskId },
          {
            event: isUnblocked ? { type: 'UNBLOCK' } : isBlockedStill ? null : event,
            mark,
            isNews: status !== 'running',
            changedBy: instructionId,
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
  ];
}
