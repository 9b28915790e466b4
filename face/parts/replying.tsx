import type { VNode } from 'preact';

import { useReplyProgress } from '../store/progress.ts';
import { useWorld } from '../store/world.ts';
import { numberText } from '../words/formats.ts';
import { word } from '../words/word.ts';
import { spanOf } from './time.tsx';

/** How much there is of the reply that is being written in a chat, and for how long it has been. */
export function Replying({ conversation }: { readonly conversation: string }): VNode | null {
  const progress = useReplyProgress(conversation);
  const { live } = useWorld();
  if (progress === null) return null;
  const characters = numberText(progress.characters);
  return (
    <span class="soft replying">
      {word('replying', characters, spanOf(Math.max(0, live.now() - progress.since)))}
    </span>
  );
}
