import type { VNode } from 'preact';

import type { AuditEventView } from '../../api/live.ts';
import { Pager } from '../../parts/pager.tsx';
import { type Order, usePages } from '../../store/pages.ts';
import { loadEventWords } from '../../words/event-words.ts';
import { word } from '../../words/word.ts';
import { EventLine } from '../trail/event-line.tsx';
import type { Run } from './run-state.tsx';

// They come while the events are asked for.
loadEventWords();

const ORDER: Order<AuditEventView> = {
  idOf: ({ event_id: id }) => String(id),
  rankOf: ({ event_id: id }) => id,
};

/** Events of a run and its parts, the newest first. */
export function RunTrail({ run: { run_id: run } }: { readonly run: Run }): VNode {
  const pages = usePages('listEvents', { query: { run, limit: 100 } }, ORDER);
  return (
    <Pager pages={pages} filtered>
      {pages.items.length === 0 ? (
        <p class="empty">{word('trail_empty')}</p>
      ) : (
        <ul class="plain-list run-calls">
          {pages.items.map((event) => (
            <li key={event.event_id} class="run-facts">
              <EventLine event={event} />
            </li>
          ))}
        </ul>
      )}
    </Pager>
  );
}
