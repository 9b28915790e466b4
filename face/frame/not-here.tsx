import type { VNode } from 'preact';

import { word } from '../words/word.ts';

/** For an address that no screen has. */
export function NotHere(): VNode {
  return (
    <div class="empty">
      <p>{word('not_here_text')}</p>
      <a class="button" href="/">
        {word('place_now')}
      </a>
    </div>
  );
}
