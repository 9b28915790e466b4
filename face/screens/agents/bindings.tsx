import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { ConversationName } from '../../parts/conversation-name.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { ResponseOf } from '../../../shared/api/operations.ts';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';

type Binding = ResponseOf<'listModelBindings'>['items'][number];

/** Web chats that answer an agent now. */
export function Bindings(): VNode {
  return (
    <Block {...useAnswer('listModelBindings', { query: { limit: 50 } })}>
      {({ items }) => {
        const held = items.filter(({ released_at: at }) => at === null);
        return (
          held.length > 0 && (
            <section class="card">
              <h2>{word('bindings')}</h2>
              <ul class="model-list">
                {held.map((one) => (
                  <BindingLine key={one.binding_id} binding={one} />
                ))}
              </ul>
            </section>
          )
        );
      }}
    </Block>
  );
}

function BindingLine({ binding }: { readonly binding: Binding }): VNode {
  const { binding_id: id, local_conversation_id: chat, session_id: session, turns } = binding;
  const mayRelease = useMay('full');
  const deed = useDeed();
  const doing = deed.doing.value;
  return (
    <li>
      <span>
        <ConversationName id={chat} /> → <ConversationName id={session} />{' '}
        <span class="soft small">{counted('binding_turns', turns)}</span>
      </span>
      {mayRelease && (
        <DeedButton
          deed={deed}
          kind="plain"
          onPress={() => void deed.run('releaseModel', { params: { id } })}
        >
          {word('binding_release')}
        </DeedButton>
      )}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </li>
  );
}
