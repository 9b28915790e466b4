import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { AGENT_PLATFORM } from '../../../shared/model/agent-platform.ts';
import { AskSure } from '../../parts/ask-sure.tsx';
import { useKeys } from '../../parts/keys.ts';
import { useLeave } from '../../parts/leave.tsx';
import { Mark } from '../../parts/mark.tsx';
import { type Mode, ModeSwitch } from '../../parts/mode-switch.tsx';
import { addressFrom } from '../../parts/prose/safe-address.ts';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import type { Conversation } from '../../store/rows.ts';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { NameDialog } from './name-dialog.tsx';
import { RenewalDialog } from './renewal-dialog.tsx';

interface HeadProps {
  readonly conversation: Conversation;
  readonly onMode: (mode: Mode | 'draining') => void;
  readonly onBrief: () => void;
}

/** Which chat it is, and what can be done with the whole of it. */
export function ConversationHead({ conversation, onMode, onBrief }: HeadProps): VNode {
  const { platform, title, labels, connected, mode, draining } = conversation;
  const [asks, ask] = useState<'name' | 'renewal' | 'delete' | null>(null);
  // As a page said: it leads where links of others may.
  const page = addressFrom(conversation.page_url ?? '');
  const { onLeave, question } = useLeave();
  const mayAnswer = useMay('answer');
  const mayAll = useMay('full');
  // An agent is told its tools by itself.
  const mayBrief = platform !== AGENT_PLATFORM;
  const mayDrain = mayAnswer && mode === 'auto' && !draining;
  const keys = [
    { keys: 't', says: 'brief', run: onBrief, may: mayBrief },
    { keys: 'd', says: 'drain', run: () => onMode('draining'), may: mayDrain },
    { keys: 'r', says: 'renewal', run: () => ask('renewal'), may: mayAll },
    { keys: 'e', says: 'name_and_labels', run: () => ask('name'), may: mayAll },
    { keys: 'Delete', says: 'delete', run: () => ask('delete'), may: mayAll },
  ] as const;
  useKeys(
    'about_chat',
    keys.filter(({ may }) => may),
  );
  return (
    <header class="head">
      <div class="head-name">
        <p class="soft small">
          <a href="/conversations">{word('place_conversations')}</a> · <Visible text={platform} />{' '}
          <Mark tone={connected ? 'good' : 'soft'}>
            {word(connected ? 'connected' : 'not_connected')}
          </Mark>
        </p>
        <h2>
          <Visible text={title ?? word('untitled')} />
          {labels.map((label) => (
            <span key={label} class="label">
              <Visible text={label} />
            </span>
          ))}
        </h2>
      </div>
      <div class="buttons">
        {mayAnswer && <ModeSwitch conversation={conversation} onMode={onMode} />}
        {mayDrain && (
          <button
            type="button"
            class="plain"
            aria-keyshortcuts="d"
            title={word('drain_means')}
            onClick={() => onMode('draining')}
          >
            {word('drain')}
          </button>
        )}
        {page !== null && (
          <a
            class="button plain"
            href={page.href}
            target="_blank"
            rel="noopener noreferrer"
            title={page.host}
            onClick={(event) => onLeave(event, page)}
          >
            {word('open_page')}
          </a>
        )}
        {mayBrief && (
          <button type="button" class="plain" aria-keyshortcuts="t" onClick={onBrief}>
            {word('brief')}
          </button>
        )}
        {mayAll && (
          <>
            <button
              type="button"
              class="plain"
              aria-keyshortcuts="r"
              onClick={() => ask('renewal')}
            >
              {word('renew')}
            </button>
            <button type="button" class="plain" aria-keyshortcuts="e" onClick={() => ask('name')}>
              {word('name_and_labels')}
            </button>
            <button
              type="button"
              class="bad"
              aria-keyshortcuts="Delete"
              onClick={() => ask('delete')}
            >
              {word('delete')}
            </button>
          </>
        )}
      </div>
      {question}
      {asks === 'name' && <NameDialog conversation={conversation} onClose={() => ask(null)} />}
      {asks === 'renewal' && (
        <RenewalDialog conversation={conversation} onClose={() => ask(null)} />
      )}
      {asks === 'delete' && <Delete conversation={conversation} onClose={() => ask(null)} />}
    </header>
  );
}

function Delete({
  conversation: { local_conversation_id: id, title },
  onClose,
}: {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}): VNode {
  const { route } = useLocation();
  const deed = useDeed();
  const toast = useToast();

  async function remove(): Promise<void> {
    const answered = await deed.run('deleteConversation', { params: { id } });
    if (answered?.ok !== true) return;
    toast({ text: word('conversation_deleted'), tone: 'good' });
    route('/conversations');
  }

  return (
    <AskSure
      title={word('delete_conversation')}
      says={word('delete')}
      deed={deed}
      onSure={() => void remove()}
      onClose={onClose}
    >
      <p>
        <strong>
          <Visible text={title ?? word('untitled')} />
        </strong>
      </p>
      <p>{word('delete_conversation_means')}</p>
    </AskSure>
  );
}
