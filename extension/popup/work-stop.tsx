import type { VNode } from 'preact';

import { counted, word } from '../i18n/words.ts';
import type { Work } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';

/** How many tabs work for chats, and the button that stops them; it needs no conductor. */
export function WorkStop({ work: { tabs, stopped } }: { readonly work: Work }): VNode | null {
  const ask = useAsk();
  if (tabs === 0 && !stopped) return null;
  return (
    <section id="work-running" class="card" aria-label={word('work_running')}>
      <p id="work-tabs">{stopped ? word('work_stopped') : counted('work_tabs', tabs)}</p>
      <button
        id="work-stop"
        type="button"
        class={stopped ? 'quiet' : undefined}
        onClick={() => void ask({ kind: 'popup.stop_work', stop: !stopped }).catch(reportError)}
      >
        {word(stopped ? 'work_go_on' : 'work_stop')}
      </button>
    </section>
  );
}
