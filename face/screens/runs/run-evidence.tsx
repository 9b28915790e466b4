import type { VNode } from 'preact';

import { Visible } from '../../../look/visible.tsx';
import { Time } from '../../parts/time.tsx';
import { word } from '../../words/word.ts';
import type { Run } from './run-state.tsx';
import { roleText } from './run-words.ts';

/** Evidence that the tasks of a run are done, task by task. */
export function RunEvidence({
  run: { plan, evidence, workers },
  worker,
}: {
  readonly run: Run;
  /** Empty: that of all. */
  readonly worker: string;
}): VNode {
  const shown = evidence.filter((one) => worker === '' || one.worker === worker);
  if (shown.length === 0) return <p class="empty">{word('run_evidence_empty')}</p>;
  const tasks = plan.filter((task) => shown.some((one) => one.task_id === task.task_id));
  return (
    <div class="stack">
      {tasks.map((task) => (
        <section key={task.task_id} class="card">
          <h2>
            {task.position + 1} <Visible text={task.title} />
          </h2>
          {shown
            .filter((one) => one.task_id === task.task_id)
            .map((one) => (
              <article key={one.evidence_id} class="run-section">
                <p class="run-facts">
                  <span class="soft">{word(`run_evidence_${one.kind}`)}</span>
                  <strong>
                    <Visible text={one.title} />
                  </strong>
                  <span class="soft small">
                    {roleText(workers.find(({ tab_id: id }) => id === one.worker)?.role ?? '')}{' '}
                    <Time at={one.created_at} />
                  </span>
                </p>
                {one.detail !== '' && (
                  <pre class="run-lines" tabIndex={0}>
                    <Visible text={one.detail} />
                  </pre>
                )}
              </article>
            ))}
        </section>
      ))}
    </div>
  );
}
