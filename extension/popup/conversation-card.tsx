import type { VNode } from 'preact';

import { Visible } from '../../look/visible.tsx';
import { word } from '../i18n/words.ts';
import type { PopupConversation, PopupState } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { platformName } from '../ui/site-names.ts';
import { HeldReply } from './held-reply.tsx';
import {
  awaitedJob,
  type Mode,
  modeWords,
  parkedWords,
  problemWords,
  renewalWords,
  runningWords,
} from './popup-words.ts';

const MODES: readonly Mode[] = ['auto', 'manual', 'paused'];

interface ConversationProps {
  readonly conversation: PopupConversation;
}

/** The conversation of the popup's tab: its mode, what is under way in it, and what is in its way. */
export function ConversationCard({
  state,
  conversation,
}: ConversationProps & { readonly state: PopupState }): VNode {
  const { page } = state;
  const title = conversation.state?.title ?? page?.title ?? '';
  const running = runningWords(conversation);
  const parked = parkedWords(conversation);
  const problem = page === null ? null : problemWords(page);
  return (
    // guard: popup-text
    <section id="conversation" class="card" aria-labelledby="conversation-title">
      <h2 id="conversation-title">
        {title === '' ? word('conversation_untitled') : <Visible text={title} />}
      </h2>
      <p id="conversation-site" class="soft">
        {platformName(conversation.platform)}
      </p>
      <ModeChoice conversation={conversation} />
      <p id="mode-text" class="soft" aria-live="polite">
        {modeWords(state, conversation)}
      </p>
      <HeldReply conversation={conversation} />
      {running !== null && (
        <p id="running" role="status">
          {running}
        </p>
      )}
      <EndWait conversation={conversation} />
      {parked !== null && (
        <p id="parked" role="status">
          {parked}
        </p>
      )}
      <Renewal conversation={conversation} />
      {problem && (
        <section id="problem" aria-label={word('problem_label')}>
          <p id="problem-meaning">{problem.meaning}</p>
          <p id="problem-remedy">{problem.remedy}</p>
        </section>
      )}
    </section>
  );
}

/** Shows the mode in force, or the one that a person wished for. */
function ModeChoice({ conversation }: ConversationProps): VNode {
  const ask = useAsk();
  const { platform, remote_conversation_id, state, mode_wanted: wanted } = conversation;
  const isWished = wanted !== null && wanted !== state?.mode;
  const shown = wanted ?? state?.mode ?? null;
  return (
    <fieldset id="mode" disabled={state === null} data-wanted={isWished ? '' : undefined}>
      <legend class="hidden">{word('mode_label')}</legend>
      {MODES.map((mode) => (
        <label key={mode}>
          <input
            type="radio"
            name="mode"
            value={mode}
            checked={mode === shown}
            aria-describedby="mode-text"
            onChange={() => {
              const wish = { kind: 'popup.set_mode', platform, remote_conversation_id } as const;
              ask({ ...wish, mode }).catch(reportError);
            }}
          />
          <span>{word(`mode_${mode}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The message is in the chat, and a person need not wait for the reply. */
function EndWait({ conversation }: ConversationProps): VNode | null {
  const ask = useAsk();
  const job = awaitedJob(conversation);
  if (job === null) return null;
  return (
    <button
      id="end-wait"
      type="button"
      class="plain"
      data-job={job}
      onClick={() => void ask({ kind: 'popup.dismiss', job_id: job }).catch(reportError)}
    >
      {word('running_end_wait')}
    </button>
  );
}

/** Shows the renewal, by which a conversation goes on by itself. */
function Renewal({ conversation }: ConversationProps): VNode | null {
  const ask = useAsk();
  const words = renewalWords(conversation);
  if (words === null) return null;
  const { platform, remote_conversation_id, state } = conversation;
  return (
    <section id="renewal" aria-label={word('renewal_label')}>
      <p id="renewal-text">{words}</p>
      {state?.renewal?.status === 'active' && (
        <button
          id="renewal-stop"
          type="button"
          class="plain"
          onClick={() => {
            const wish = { kind: 'popup.stop_renewal', platform, remote_conversation_id } as const;
            ask(wish).catch(reportError);
          }}
        >
          {word('renewal_stop')}
        </button>
      )}
    </section>
  );
}
