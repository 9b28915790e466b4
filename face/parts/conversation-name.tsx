import type { VNode } from 'preact';

import { useAnswer, useRow } from '../store/world.ts';
import { word } from '../words/word.ts';
import { Visible } from '../../look/visible.tsx';

/** A conversation by its title, as a way to it. */
export function ConversationName({ id }: { readonly id: string }): VNode {
  const { state } = useAnswer('getConversation', { params: { id } });
  const known = useRow('conversation', id) ?? state.value.data;
  return (
    <a href={`/conversations/${id}`}>
      <Visible text={known?.title ?? word('untitled')} />
    </a>
  );
}
