import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { errorAdvice } from '../i18n/error-words.ts';
import { word } from '../i18n/words.ts';
import { isConductorHost } from '../messages/conductor-host.ts';
import type { PopupState, Work } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { chatName } from './chat-name.ts';
import { LendTab } from './lend-tab.tsx';
import type { PopupTab } from './popup-tab.ts';

interface WorkCardProps {
  readonly state: PopupState;
  readonly tab: PopupTab;
}

/** Value of the choice of all chats. */
const EVERY = '';

/** Shows the permissions on the site of this tab. Only here can a person allow what nobody has asked for yet. */
export function WorkCard({ state: { work, page, link }, tab }: WorkCardProps): VNode | null {
  const { address } = tab;
  const isConductor = address !== null && isConductorHost(address.host, link.conductor_url);
  if (address === null || isConductor || page !== null) return null;
  const { origin } = address;
  return (
    <section id="work" class="card" aria-labelledby="work-title">
      <h2 id="work-title">{word('work_title', origin)}</h2>
      <Allowed work={work} origin={origin} />
      <Allow work={work} site={address} tab={tab} />
      {work.chats.length > 0 && <LendTab work={work} tabId={tab.id} origin={origin} />}
    </section>
  );
}

/** Shows the permissions there, each with a button to take it back. */
function Allowed({ work, origin }: { readonly work: Work; readonly origin: string }): VNode | null {
  const ask = useAsk();
  const grants = work.grants.filter((grant) => grant.origin === origin);
  if (grants.length === 0) return null;
  return (
    <ul id="work-grants">
      {grants.map(({ grant_id, chat_session_id, level }) => {
        const who =
          chat_session_id === null ? word('work_every_chat') : chatName(work, chat_session_id);
        const says = word(level === 'act' ? 'work_acts' : 'work_reads', who);
        return (
          <li key={grant_id}>
            <span>{says}</span>
            <button
              type="button"
              class="plain"
              data-grant={grant_id}
              aria-label={word('work_end_label', says)}
              onClick={() => void ask({ kind: 'popup.end_work', grant_id }).catch(reportError)}
            >
              {word('work_end')}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface AllowProps {
  readonly work: Work;
  readonly site: URL;
  readonly tab: PopupTab;
}

function Allow({ work, site, tab }: AllowProps): VNode {
  const ask = useAsk();
  const { origin } = site;
  const [chat, setChat] = useState(work.chats[0]?.chat_session_id ?? EVERY);
  const [level, setLevel] = useState<'read' | 'act'>('read');
  const [until, setUntil] = useState<'session' | 'always'>('session');
  const [outcome, setOutcome] = useState('');

  async function allow(): Promise<void> {
    setOutcome('');
    // First of all, while the press counts: the browser asks the person.
    if (!(await tab.letWork(site))) {
      setOutcome(word('work_refused'));
      return;
    }
    const chat_session_id = chat === EVERY ? null : chat;
    const answer = await ask({ kind: 'popup.allow_work', origin, chat_session_id, level, until });
    if (!answer.ok) setOutcome(errorAdvice(answer.code).meaning);
  }

  return (
    <fieldset id="work-allow-choices">
      <legend>{word('work_allow_legend')}</legend>
      <select
        id="work-chat"
        aria-label={word('work_chat')}
        value={chat}
        onChange={({ currentTarget: { value } }) => setChat(value)}
      >
        {work.chats.map((one) => (
          <option key={one.chat_session_id} value={one.chat_session_id}>
            {chatName(work, one.chat_session_id)}
          </option>
        ))}
        <option value={EVERY}>{word('work_every_chat')}</option>
      </select>
      <select
        id="work-level"
        aria-label={word('work_level')}
        value={level}
        onChange={({ currentTarget: { value } }) => setLevel(value === 'act' ? 'act' : 'read')}
      >
        <option value="read">{word('work_level_read')}</option>
        <option value="act">{word('work_level_act')}</option>
      </select>
      <select
        id="work-until"
        aria-label={word('work_until')}
        value={until}
        onChange={({ currentTarget: { value } }) =>
          setUntil(value === 'always' ? 'always' : 'session')
        }
      >
        <option value="session">{word('work_until_session')}</option>
        <option value="always">{word('work_until_always')}</option>
      </select>
      <button
        id="work-allow"
        type="button"
        class="quiet"
        onClick={() => void allow().catch(reportError)}
      >
        {word('work_allow')}
      </button>
      <p id="work-outcome" role="alert">
        {outcome}
      </p>
    </fieldset>
  );
}
