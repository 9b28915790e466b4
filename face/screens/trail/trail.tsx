import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { List, NewRows } from '../../parts/list.tsx';
import { useSteady } from '../../parts/steady.ts';
import { clockTime } from '../../parts/time.tsx';
import { Visible } from '../../parts/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** What happened, the newest first. */
export function Trail(): VNode {
  const { state, again } = useAnswer('listEvents', { query: { limit: 200 } });
  return (
    <Block state={state} again={again}>
      {({ items }) => <Rows items={items} />}
    </Block>
  );
}

type Event = NonNullable<
  ReturnType<typeof useAnswer<'listEvents'>>['state']['value']['data']
>['items'][number];

function Rows({ items }: { readonly items: readonly Event[] }): VNode {
  const steady = useSteady(items, ({ event_id }) => String(event_id));
  if (items.length === 0) return <p class="empty">{word('trail_empty')}</p>;
  return (
    <>
      <NewRows count={steady.waiting} show={steady.show} />
      <List
        label={word('trail_label')}
        items={steady.shown}
        idOf={({ event_id }) => String(event_id)}
        rowHeight={28}
        onBusy={steady.onBusy}
        draw={({ at, type, subject_id, event_id }) => (
          <>
            <span class="number">{clockTime(at, true)}</span>
            <code>{type}</code>
            <Visible text={subject_id} />
            <span class="soft">#{event_id}</span>
          </>
        )}
      />
    </>
  );
}
