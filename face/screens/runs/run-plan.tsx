import type { ComponentChildren, VNode } from 'preact';

import { Visible } from '../../../look/visible.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import { useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { isOver, type Run, type Task, TaskState } from './run-state.tsx';
import { roleText } from './run-words.ts';

/** The tasks of a run, in their order: who does each, after which, and what came of it. */
export function RunPlan({ run }: { readonly run: Run }): VNode {
  const { plan, status } = run;
  const mayChange = useMay('full') && !isOver(status);
  return (
    <section class="stack">
      <h2>{word('run_plan')}</h2>
      {plan.length === 0 ? (
        <p class="soft">{word('run_plan_empty')}</p>
      ) : (
        <ol class="run-plan">
          {plan.map((task) => (
            <PlannedTask key={task.task_id} task={task} plan={plan}>
              {mayChange && (task.status === 'blocked' || task.status === 'failed') && (
                <TaskDeeds runId={run.run_id} taskId={task.task_id} />
              )}
            </PlannedTask>
          ))}
        </ol>
      )}
    </section>
  );
}

function PlannedTask({
  task,
  plan,
  children,
}: {
  readonly task: Task;
  readonly plan: readonly Task[];
  readonly children: ComponentChildren;
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
        <span class="soft">{roleText(role)}</span>
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
      {children}
    </li>
  );
}

/** Deeds for a task that does not continue by itself. */
function TaskDeeds({ runId, taskId }: { readonly runId: string; readonly taskId: string }): VNode {
  const deed = useDeed();
  const doing = deed.doing.value;
  const change = (status: 'again' | 'done' | 'dropped') => (): void =>
    void deed.run('updateRunTask', { params: { id: runId, task: taskId }, body: { status } });
  return (
    <>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton deed={deed} kind="plain" onPress={change('again')}>
          {word('run_task_again')}
        </DeedButton>
        <DeedButton deed={deed} kind="plain" onPress={change('done')}>
          {word('run_task_is_done')}
        </DeedButton>
        <DeedButton deed={deed} kind="bad" onPress={change('dropped')}>
          {word('run_task_drop')}
        </DeedButton>
      </div>
    </>
  );
}
