import type { VNode } from 'preact';

import { steeringShown } from '../../shared/lib/visible-text.ts';
import { useAnswer, useRow } from '../store/world.ts';
import { word } from '../words/word.ts';
import { Visible } from '../../look/visible.tsx';

/** A title where no element can keep it apart, as in a list to choose from: nothing in it can turn the line around. */
export function plainTitle(title: string | null): string {
  return steeringShown(title ?? word('untitled'));
}

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
