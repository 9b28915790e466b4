import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import { Block } from '../../parts/block.tsx';
import { List, NewRows } from '../../parts/list.tsx';
import { Risk } from '../../parts/risk.tsx';
import { useSteady } from '../../parts/steady.ts';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../parts/visible.tsx';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { ApprovalDetail } from './approval-detail.tsx';

type Approval = Kinds['approval'];

/** What waits for a person: the list, and beside it what one of them is about. */
export function Approvals(): VNode {
  const { state, again } = useAnswer('listApprovals', { query: { decision: 'open', limit: 200 } });
  return (
    <Block state={state} again={again}>
      {({ items }) => <Open items={items} />}
    </Block>
  );
}

const idOf = ({ approval_id }: Approval): string => approval_id;

function Open({ items }: { readonly items: readonly Approval[] }): VNode {
  const { route } = useLocation();
  const chosen = useRoute().params['id'];
  const steady = useSteady(items, idOf);
  if (items.length === 0 && chosen === undefined) {
    return <p class="empty">{word('approvals_empty')}</p>;
  }

  /** After an answer, the next one that waits. */
  function next(after: string): void {
    const at = steady.shown.findIndex((one) => idOf(one) === after);
    const rest = [...steady.shown.slice(at + 1), ...steady.shown.slice(0, Math.max(at, 0))];
    const following = rest.find((one) => items.includes(one));
    route(following === undefined ? '/approvals' : `/approvals/${idOf(following)}`);
  }

  return (
    <div class="split" data-chosen={chosen !== undefined}>
      <div class="column">
        <NewRows count={steady.waiting} show={steady.show} />
        <List
          label={word('approvals_label')}
          items={steady.shown}
          idOf={idOf}
          rowHeight={52}
          chosen={chosen}
          onBusy={steady.onBusy}
          onOpen={(one) => route(`/approvals/${idOf(one)}`)}
          draw={(one) => <Row id={idOf(one)} />}
        />
      </div>
      <div class="detail">
        {chosen === undefined ? (
          <p class="empty">{word('approvals_choose')}</p>
        ) : (
          <ApprovalDetail key={chosen} id={chosen} onAnswered={() => next(chosen)} />
        )}
      </div>
    </div>
  );
}

function Row({ id }: { readonly id: string }): VNode | null {
  const approval = useRow('approval', id);
  if (approval === undefined) return null;
  const { instruction, conversation_title: title, created_at: at, decision } = approval;
  return (
    <div class="two-lines grow" data-over={decision !== 'open'}>
      <p>
        <code>{instruction.action ?? word('action_unread')}</code> <Risk risk={instruction.risk} />
      </p>
      <p class="soft small">
        <Visible text={title ?? word('untitled')} /> · <Time at={at} />
      </p>
    </div>
  );
}
