import type { VNode } from 'preact';

import { counted, word } from '../i18n/words.ts';
import type { Work, WorkTab } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { chatName } from './chat-name.ts';

/** The tabs that work for chats, with what stops each and all of them; it needs no conductor. */
export function WorkStop({ work }: { readonly work: Work }): VNode | null {
  const ask = useAsk();
  const { tabs, stopped } = work;
  if (tabs.length === 0 && !stopped) return null;
  return (
    <section id="work-running" class="card" aria-label={word('work_running')}>
      <p id="work-tabs">{stopped ? word('work_stopped') : counted('work_tabs', tabs.length)}</p>
      <ul id="work-tab-list">
        {tabs.map((tab) => (
          <TabItem key={tab.resource_id} work={work} tab={tab} />
        ))}
      </ul>
      <button
        id="work-stop"
        type="button"
        class={stopped ? 'quiet' : undefined}
        onClick={() => void ask({ kind: 'popup.stop_work', stop: !stopped }).catch(reportError)}
      >
        {word(stopped ? 'work_go_on' : 'work_stop_all')}
      </button>
    </section>
  );
}

function TabItem({ work, tab }: { readonly work: Work; readonly tab: WorkTab }): VNode {
  const ask = useAsk();
  const { resource_id, lent, stopped } = tab;
  const name = chatName(work, tab.chat_session_id);
  const says = tab.site === null ? name : word('work_tab', name, tab.site);
  const label = (text: string): string => word('work_tab_label', text, says);
  const press = (message: Parameters<typeof ask>[0]) => (): void =>
    void ask(message).catch(reportError);
  const stop = word(stopped ? 'work_go_on' : 'work_stop');
  return (
    <li data-resource={resource_id} data-stopped={String(stopped)}>
      <span>{says}</span>
      <button
        type="button"
        class="plain"
        data-do="show"
        aria-label={label(word('work_show'))}
        onClick={press({ kind: 'popup.show_tab', resource_id })}
      >
        {word('work_show')}
      </button>
      {!work.stopped && (
        <button
          type="button"
          class="plain"
          data-do="stop"
          aria-label={label(stop)}
          onClick={press({ kind: 'popup.stop_tab', resource_id, stop: !stopped })}
        >
          {stop}
        </button>
      )}
      {lent && (
        <button
          type="button"
          class="plain"
          data-do="give-back"
          aria-label={label(word('work_end'))}
          onClick={press({ kind: 'popup.give_back', resource_id })}
        >
          {word('work_end')}
        </button>
      )}
    </li>
  );
}
