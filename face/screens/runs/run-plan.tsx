import type { VNode } from 'preact';

import { Visible } from '../../../look/visible.tsx';
import { word } from '../../words/word.ts';
import { type Run, type Task, TaskState } from './run-state.tsx';

/** The tasks of a run, in their order: who does each, after which, and what came of it. */
export function RunPlan({ run: { plan } }: { readonly run: Run }): VNode {
  return (
    <section class="stack">
      <h2>{word('run_plan')}</h2>
      {plan.length === 0 ? (
        <p class="soft">{word('run_plan_empty')}</p>
      ) : (
        <ol class="run-plan">
          {plan.map((task) => (
            <PlannedTask key={task.task_id} task={task} plan={plan} />
          ))}
        </ol>
      )}
    </section>
  );
}

function PlannedTask({
  task,
  plan,
}: {
  readonly task: Task;
  readonly plan: readonly Task[];
}): VNode {
  const { position, title, role, status, instructions, result, blocked_by: blocked } = task;
  const after = plan
    .filter((one) => task.depends_on.includes(one.task_id))
    .map((one) => one.position + 1);
  return (
    <li class="stack">
      <p class="run-facts">
        <span class="number">{position + 1}</span>
        <strong>
          <Visible text={title} />
        </strong>
        <TaskState status={status} />
        <span class="soft">{role}</span>
        {after.length > 0 && <span class="soft small">{word('run_after', after.join(', '))}</span>}
      </p>
      {blocked !== null && (
        <p class="fault">
          <Visible text={blocked} />
        </p>
      )}
      <details>
        <summary>{word('run_task_whole')}</summary>
        <p class="run-text">
          <Visible text={instructions} />
        </p>
        {task.done_when !== null && (
          <p class="run-text soft">
            <Visible text={task.done_when} />
          </p>
        )}
      </details>
      {result !== null && (
        <blockquote>
          <Visible text={result} />
        </blockquote>
      )}
    </li>
  );
}
