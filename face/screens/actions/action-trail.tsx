import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { clockTime, exactTime } from '../../parts/time.tsx';
import { useAnswer } from '../../store/world.ts';
import { eventWords } from '../../words/event-words.ts';
import { word } from '../../words/word.ts';

/** Events of an action, in their order. */
export function ActionTrail({ instructionId }: { readonly instructionId: string }): VNode {
  const query = { subject: instructionId, limit: 100 };
  const { state, again } = useAnswer('listEvents', { query });
  return (
    <section class="card" aria-label={word('place_trail')}>
      <h2>
        <a href={`/trail?subject=${encodeURIComponent(instructionId)}`}>{word('place_trail')}</a>
      </h2>
      <Block state={state} again={again}>
        {({ items }) => (
          <ol class="plain-list">
            {items.toReversed().map(({ event_id: id, at, type, actor }) => (
              <li key={id} class="event">
                <time class="soft" dateTime={new Date(at).toISOString()} title={exactTime(at)}>
                  {clockTime(at, true)}
                </time>
                <span title={type}>
                  <span class="soft">{actorWord(actor)}</span>{' '}
                  {eventWords(type) ?? <code>{type}</code>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Block>
    </section>
  );
}

function actorWord(actor: string): string {
  if (actor === 'conductor' || actor === 'person') return word(`actor_${actor}`);
  return word('actor_client');
}
