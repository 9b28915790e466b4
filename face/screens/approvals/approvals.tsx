import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';

import { BackLink } from '../../parts/back-link.tsx';
import { useKeys } from '../../parts/keys.ts';
import { List, NewRows } from '../../parts/list.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useSteady } from '../../parts/steady.ts';
import { useMay } from '../../store/may.ts';
import { usePages } from '../../store/pages.ts';
import type { Kinds } from '../../store/rows.ts';
import { useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { ApprovalDetail } from './approval-detail.tsx';
import { ApprovalRow } from './approval-row.tsx';
import './approvals.css';
import { ManyBar } from './many-bar.tsx';

type Approval = Kinds['approval'];

const idOf = ({ approval_id }: Approval): string => approval_id;

const ORDER = { idOf, rankOf: ({ created_at: at }: Approval): number => at };

/** Open approvals, or all with `?all`: the list, and beside it the details of one. */
export function Approvals(): VNode {
  const { query } = useLocation();
  const all = 'all' in query;
  const wanted = all ? { limit: 200 } : { decision: 'open' as const, limit: 200 };
  const pages = usePages('listApprovals', { query: wanted }, ORDER);
  return (
    <Pager pages={pages}>
      <Beside items={pages.items} all={all} onEnd={pages.onMore} />
    </Pager>
  );
}

function Beside({
  items,
  all,
  onEnd,
}: {
  readonly items: readonly Approval[];
  readonly all: boolean;
  readonly onEnd: () => void;
}): VNode {
  const { route } = useLocation();
  const { rows } = useWorld();
  const chosen = useRoute().params['id'];
  const steady = useSteady(items, idOf);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const mayAnswer = useMay('answer');
  const pathTo = (id: string | null): string =>
    `/approvals${id === null ? '' : `/${id}`}${all ? '?all' : ''}`;

  function mark(id: string | null): void {
    if (id === null || !mayAnswer) return;
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  }
  useKeys('place_approvals', [
    { keys: 'x', says: 'keys_mark', run: () => mark(chosen ?? null) },
    { keys: 'Escape', says: 'keys_back', run: () => route(pathTo(null)) },
  ]);

  /** As it is known by now: a list further down is not asked for again by itself. */
  const decisionOf = (one: Approval): Approval['decision'] =>
    (rows.row('approval', idOf(one)).peek() ?? one).decision;

  /** After an answer, the next one that waits. */
  function next(after: string): void {
    const at = steady.shown.findIndex((one) => idOf(one) === after);
    const rest = [...steady.shown.slice(at + 1), ...steady.shown.slice(0, Math.max(at, 0))];
    const following = rest.find((one) => decisionOf(one) === 'open');
    route(pathTo(following === undefined ? null : idOf(following)));
  }

  if (items.length === 0 && chosen === undefined) {
    return (
      <div class="empty">
        <p>{word('approvals_empty')}</p>
        {!all && <a href="/approvals?all">{word('approvals_show_answered')}</a>}
      </div>
    );
  }
  const markedOpen = items.filter((one) => marked.has(idOf(one)) && decisionOf(one) === 'open');
  return (
    <div class="split" data-chosen={chosen !== undefined}>
      <div class="column">
        <div class="chips small">
          <a href={all ? '/approvals' : '/approvals?all'}>
            {word(all ? 'approvals_show_open' : 'approvals_show_answered')}
          </a>
          <NewRows count={steady.waiting} show={steady.show} />
          <ManyBar approvals={markedOpen} onDone={() => setMarked(new Set())} />
        </div>
        <List
          label={word('approvals_label')}
          items={steady.shown}
          idOf={idOf}
          rowHeight={56}
          chosen={chosen}
          onBusy={steady.onBusy}
          onEnd={onEnd}
          actionsOf={(one) =>
            mayAnswer ? [{ keys: 'x', says: 'keys_mark', run: () => mark(idOf(one)) }] : []
          }
          onOpen={(one) => route(pathTo(idOf(one)))}
          draw={(one) => (
            <ApprovalRow
              id={idOf(one)}
              marked={marked.has(idOf(one))}
              onMark={mayAnswer ? () => mark(idOf(one)) : null}
            />
          )}
        />
      </div>
      <div class="detail">
        {chosen === undefined ? (
          <p class="empty">{word('approvals_choose')}</p>
        ) : (
          <>
            <BackLink href={pathTo(null)} />
            <ApprovalDetail key={chosen} id={chosen} onAnswered={() => next(chosen)} />
          </>
        )}
      </div>
    </div>
  );
}
