import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { errorAdvice } from '../i18n/error-words.ts';
import { word } from '../i18n/words.ts';
import type { Work } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { chatName } from './chat-name.ts';

interface LendTabProps {
  readonly work: Work;
  readonly tabId: number;
  /** Origin of the site that the person is shown. */
  readonly origin: string;
}

/** Lets a chat that acts by itself use the tab as it stands, and no other page of its site. */
export function LendTab({ work, tabId, origin }: LendTabProps): VNode | null {
  const ask = useAsk();
  const chats = work.chats.filter(({ auto }) => auto);
  const [chosen, setChosen] = useState('');
  const [outcome, setOutcome] = useState('');
  if (work.tabs.some((tab) => tab.tab_id === tabId)) return null;
  if (chats.length === 0) {
    return (
      <p id="work-lend-none" class="soft">
        {word('work_lend_none')}
      </p>
    );
  }
  const chat = chats.find(({ chat_session_id }) => chat_session_id === chosen) ?? chats[0];

  async function lend(): Promise<void> {
    if (chat === undefined) return;
    setOutcome('');
    const { chat_session_id } = chat;
    const answer = await ask({ kind: 'popup.lend_tab', tab_id: tabId, origin, chat_session_id });
    if (!answer.ok) setOutcome(errorAdvice(answer.code).meaning);
  }

  return (
    <fieldset id="work-lend-choices">
      <legend>{word('work_lend_legend')}</legend>
      <select
        id="work-lend-chat"
        aria-label={word('work_chat')}
        value={chat?.chat_session_id}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      >
        {chats.map(({ chat_session_id }) => (
          <option key={chat_session_id} value={chat_session_id}>
            {chatName(work, chat_session_id)}
          </option>
        ))}
      </select>
      <button
        id="work-lend"
        type="button"
        class="quiet"
        onClick={() => void lend().catch(reportError)}
      >
        {word('work_lend')}
      </button>
      <p id="work-lend-outcome" role="alert">
        {outcome}
      </p>
    </fieldset>
  );
}
