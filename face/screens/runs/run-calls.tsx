import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Visible } from '../../../look/visible.tsx';
import { InstructionMark } from '../../parts/instruction-mark.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Risk } from '../../parts/risk.tsx';
import { Time } from '../../parts/time.tsx';
import { type Order, usePages } from '../../store/pages.ts';
import { word } from '../../words/word.ts';
import type { Run } from './run-state.tsx';
import { roleText } from './run-words.ts';

type Call = ResponseOf<'listRunCalls'>['items'][number];

const ORDER: Order<Call> = { idOf: (one) => one.instruction_id, rankOf: (one) => one.created_at };

/** Calls of a run's workers, the newest first: the risk, the person's answer, and the outcome. */
export function RunCalls({
  run: { run_id: id, workers },
  worker,
}: {
  readonly run: Run;
  /** Empty: those of all. */
  readonly worker: string;
}): VNode {
  const query = { limit: 100, ...(worker !== '' && { worker }) };
  const pages = usePages('listRunCalls', { params: { id }, query }, ORDER);
  const roleOf = (tabId: string): string =>
    roleText(workers.find((one) => one.tab_id === tabId)?.role ?? '');
  return (
    <Pager pages={pages} filtered>
      {pages.items.length === 0 ? (
        <p class="empty">{word('run_calls_empty')}</p>
      ) : (
        <ul class="plain-list run-calls">
          {pages.items.map((call) => (
            <li key={call.instruction_id} class="run-facts">
              <span>{roleOf(call.worker)}</span>
              <a href={`/actions/${encodeURIComponent(call.instruction_id)}`}>
                <Visible text={call.action ?? word('run_call_unread')} />
              </a>
              <Risk risk={call.risk} />
              <InstructionMark status={call.status} />
              {call.decision !== null && (
                <span class="soft small">{word(`decision_${call.decision}`)}</span>
              )}
              {call.error !== null && <code>{call.error.code}</code>}
              <span class="soft small">
                <Time at={call.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Pager>
  );
}
