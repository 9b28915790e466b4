import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { counted, word } from '../i18n/words.ts';
import type { PopupConversation } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { Phrase } from '../ui/phrase.tsx';
import { ActionParams, actionName } from './action-params.tsx';
import { useSteadyClicks } from './steady-clicks.ts';

interface HeldReplyProps {
  readonly conversation: PopupConversation;
}

/** The actions of the newest reply that came before the conversation was in auto, and the button that runs them. */
export function HeldReply({ conversation }: HeldReplyProps): VNode | null {
  const { state } = conversation;
  const reply = state?.held_reply;
  if (!state || reply === undefined) return null;
  const which = JSON.stringify([state.local_conversation_id, reply]);
  const isAuto =
    state.mode === 'auto' && !state.draining && (conversation.mode_wanted ?? 'auto') === 'auto';
  return <Held key={which} conversation={conversation} reply={reply} isAuto={isAuto} />;
}

interface HeldProps extends HeldReplyProps {
  readonly reply: NonNullable<NonNullable<PopupConversation['state']>['held_reply']>;
  readonly isAuto: boolean;
}

function Held({ conversation, reply, isAuto }: HeldProps): VNode {
  const ask = useAsk();
  const [isAsked, setAsked] = useState(false);
  const section = useSteadyClicks<HTMLElement>();
  const unshown = reply.count - reply.actions.length;
  function run(): void {
    setAsked(true);
    const { platform, remote_conversation_id } = conversation;
    const { assistant_message_id } = reply;
    const wish = { platform, remote_conversation_id, assistant_message_id };
    ask({ kind: 'popup.run_held', ...wish }).catch(reportError);
  }
  return (
    <section ref={section} id="held" aria-label={word('held_label')}>
      <p id="held-text" role="status">
        {counted(isAuto ? 'held' : 'held_until_auto', reply.count)}
      </p>
      <ul id="held-list" class="actions">
        {reply.actions.map((action, index) => (
          <li key={index}>
            <p>
              <Phrase text={`\`${actionName(action.action)}\``} />
            </p>
            <ActionParams action={action} />
          </li>
        ))}
        {unshown > 0 && <li>{counted('held_more', unshown)}</li>}
      </ul>
      {isAuto && (
        <button id="held-run" type="button" disabled={isAsked} onClick={run}>
          {word(reply.count === 1 ? 'held_run_one' : 'held_run_all')}
        </button>
      )}
    </section>
  );
}
