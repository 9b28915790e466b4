import type { VNode } from 'preact';

import { Visible } from '../../../look/visible.tsx';
import { word } from '../../words/word.ts';
import { RunQuestion } from './run-question.tsx';
import type { Run } from './run-state.tsx';
import { roleText } from './run-words.ts';

type Wait = Run['waits'][number];

/** Questions to a person, and the places to answer them. */
export function RunWaits({ run }: { readonly run: Run }): VNode | null {
  if (run.waits.length === 0) return null;
  return (
    <ul class="run-waiting plain-list" aria-label={word('run_waits_title')}>
      {run.waits.map((wait, at) => (
        <li key={at}>
          <span aria-hidden="true">?</span> <Says wait={wait} run={run} />
        </li>
      ))}
    </ul>
  );
}

function Says({ wait, run }: { readonly wait: Wait; readonly run: Run }): VNode {
  const worker = run.workers.find((one) => one.tab_id === wait.worker);
  const role = roleText(worker?.role ?? '');
  switch (wait.kind) {
    case 'approval':
      return (
        <>
          {word('run_wait_approval', role)} <a href="/approvals">{word('place_approvals')}</a>
        </>
      );
    case 'question':
      if (wait.question !== null) {
        const { question } = wait;
        return <RunQuestion run={run.run_id} question={question} wait={wait} role={role} />;
      }
      return (
        <>
          {word('run_wait_question', role)}{' '}
          {typeof worker?.conversation === 'string' && (
            <a href={`/conversations/${encodeURIComponent(worker.conversation)}`}>
              {word('run_open_chat')}
            </a>
          )}
        </>
      );
    case 'blocked':
      return (
        <>
          {word('run_wait_blocked')} <Visible text={wait.text} />
        </>
      );
    case 'paused':
      return <>{word(`run_paused_${run.paused_by ?? 'person'}`)}</>;
    default:
      return <>{word(`run_wait_${wait.kind}`)}</>;
  }
}
