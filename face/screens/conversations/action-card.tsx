import type { VNode } from 'preact';

import { bothEnds, visibleJson } from '../../../shared/lib/visible-text.ts';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { Risk } from '../../parts/risk.tsx';
import { spanOf } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';

type Action = Kinds['instruction'];

interface CardProps {
  readonly id: string;
  /** true: the action was not in the conversation's list, so it may be asked for alone. */
  readonly mayAsk: boolean;
  readonly approval: Kinds['approval'] | undefined;
}

/** An action at the place where the assistant wrote it, and what came of it. */
export function ActionCard({ id, mayAsk, approval }: CardProps): VNode | null {
  const action = useRow('instruction', id);
  if (action !== undefined) return <Card action={action} approval={approval} />;
  return mayAsk ? <Asked id={id} /> : null;
}

function Asked({ id }: { readonly id: string }): VNode | null {
  const { data } = useAnswer('getInstruction', { params: { id } }).state.value;
  return data === undefined ? null : <Card action={data} approval={undefined} />;
}

const TONES: Readonly<Record<Action['status'], Tone>> = {
  pending: 'soft',
  awaiting_approval: 'busy',
  ready: 'soft',
  running: 'busy',
  succeeded: 'good',
  failed: 'bad',
  outcome_unknown: 'bad',
};

function Card({
  action: one,
  approval,
}: {
  readonly action: Action;
  readonly approval: Kinds['approval'] | undefined;
}): VNode {
  const took =
    one.started_at === null || one.finished_at === null ? null : one.finished_at - one.started_at;
  const params = visibleJson(one.params);
  return (
    <details class="action">
      <summary>
        <code>
          <Visible text={one.action ?? word('action_unread')} />
        </code>
        <Mark tone={TONES[one.status]}>{word(`action_${one.status}`)}</Mark>
        {took !== null && <span class="soft small number">{spanOf(took)}</span>}
        <span class="soft params-line">
          <bdi>{bothEnds(params, 200)}</bdi>
        </span>
        {approval !== undefined && (
          <a class="waits" href={`/approvals/${encodeURIComponent(approval.approval_id)}`}>
            {word('look')}
          </a>
        )}
      </summary>
      <p>
        <Risk risk={one.risk} />{' '}
        <a class="small" href={`/actions/${encodeURIComponent(one.instruction_id)}`}>
          {word('action_whole')}
        </a>
      </p>
      <pre tabIndex={0}>{params}</pre>
      {one.error !== null && (
        <p>
          <code>{one.error.code}</code> <Visible text={one.error.text} />
        </p>
      )}
      {one.result !== null && (
        <pre tabIndex={0}>
          <Visible text={one.result.text} />
        </pre>
      )}
    </details>
  );
}
