import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Block } from '../../parts/block.tsx';
import { RuntimeState } from '../../parts/runtime-state.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';

type Runtime = ResponseOf<'listRuntimes'>['items'][number];

/** More than a person reads at once. */
const SHOWN = 30;

const isServed = ({ status }: Runtime): boolean => status === 'ready' || status === 'stale';

/** Which chats can be served, in which tab, and what the others lack; those that lack something first. */
export function Runtimes(): VNode {
  const runtimes = useAnswer('listRuntimes');
  const [all, showAll] = useState(false);
  return (
    <section class="stack" aria-labelledby="runtimes-title">
      <h2 id="runtimes-title">{word('runtimes_title')}</h2>
      <Block {...runtimes}>
        {({ items, total }) => {
          if (items.length === 0) return <p class="soft">{word('runtimes_empty')}</p>;
          const sorted = [
            ...items.filter((one) => !isServed(one)),
            ...items.filter((one) => isServed(one)),
          ];
          const shown = all ? sorted : sorted.slice(0, SHOWN);
          return (
            <>
              <ul class="told">
                {shown.map((one) => (
                  <li key={`${one.client_id} ${one.local_conversation_id}`}>
                    <a href={`/conversations/${one.local_conversation_id}`}>
                      <Visible text={one.conversation_title ?? word('untitled')} />
                    </a>
                    <RuntimeState runtime={one} />
                  </li>
                ))}
              </ul>
              {shown.length < items.length && (
                <button type="button" class="plain" onClick={() => showAll(true)}>
                  {counted('runtimes_more', total - shown.length)}
                </button>
              )}
            </>
          );
        }}
      </Block>
    </section>
  );
}
