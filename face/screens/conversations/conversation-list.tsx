import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import type { KeyRow } from '../../parts/keys.ts';
import { List, NewRows } from '../../parts/list.tsx';
import { MODES, useModes } from '../../parts/mode-switch.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useSteady } from '../../parts/steady.ts';
import { useMay } from '../../store/may.ts';
import { type Order, type Pages, usePages } from '../../store/pages.ts';
import type { Conversation } from '../../store/rows.ts';
import { useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { ConversationRow } from './conversation-row.tsx';
import { FilterBar } from './filter-bar.tsx';
import { addressWith, type Filters, filtersOf } from './filters.ts';

const ORDER: Order<Conversation> = {
  idOf: (one) => one.local_conversation_id,
  rankOf: (one) => one.updated_at,
};

/** The chats that fit, the latest touched first. */
export function ConversationList(): VNode {
  const { query, route } = useLocation();
  const filters = filtersOf(query);
  const { connected: _here, ...asked } = filters;
  const pages = usePages('listConversations', { query: { limit: 200, ...asked } }, ORDER);
  const show = (next: Filters): void => route(addressWith(next), true);
  return (
    <>
      <FilterBar filters={filters} known={pages.items} onChange={show} />
      <Listed key={addressWith(filters)} filters={filters} pages={pages} show={show} />
    </>
  );
}

interface ListedProps {
  readonly filters: Filters;
  readonly pages: Pages<Conversation>;
  readonly show: (filters: Filters) => void;
}

function Listed({ filters: { connected, ...asked }, pages, show }: ListedProps): VNode {
  const { route } = useLocation();
  const { rows } = useWorld();
  const fitting = connected ? pages.items.filter((one) => one.connected) : pages.items;
  const steady = useSteady(fitting, ORDER.idOf);
  const setMode = useModes();
  const mayAnswer = useMay('answer');
  const isEmpty = fitting.length === 0 && steady.shown.length === 0;
  const isFiltered = connected || Object.keys(asked).length > 0;

  /** Reads the row at the time of the key: another page may have changed it. */
  const modesOf = (id: string): readonly KeyRow[] =>
    MODES.map((mode, index) => ({
      keys: String(index + 1),
      says: `mode_${mode}` as const,
      run() {
        const row = rows.row('conversation', id).peek();
        if (row !== undefined) void setMode(row, mode);
      },
    }));

  return (
    <>
      <Pager pages={pages} filtered={isEmpty}>
        {isEmpty && (
          <p class="empty">
            {word(isFiltered ? 'conversations_none_fit' : 'conversations_empty')}
            {isFiltered && (
              <button type="button" class="plain" onClick={() => show({ connected: false })}>
                {word('filters_clear')}
              </button>
            )}
          </p>
        )}
      </Pager>
      {!isEmpty && (
        <div class="column">
          <NewRows count={steady.waiting} show={steady.show} />
          <List
            label={word('conversations_label')}
            items={steady.shown}
            idOf={ORDER.idOf}
            rowHeight={56}
            onBusy={steady.onBusy}
            onEnd={pages.onMore}
            actionsOf={(one) => (mayAnswer ? modesOf(ORDER.idOf(one)) : [])}
            onOpen={(one) => route(`/conversations/${ORDER.idOf(one)}`)}
            draw={(one) => (
              <ConversationRow
                id={ORDER.idOf(one)}
                onMode={(row, mode) => void setMode(row, mode)}
              />
            )}
          />
        </div>
      )}
    </>
  );
}
