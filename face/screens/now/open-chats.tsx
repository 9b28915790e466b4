import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { Visible } from '../../../look/visible.tsx';
import { AGENT_PLATFORM } from '../../../shared/model/agent-platform.ts';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { ModeSwitch, useModes } from '../../parts/mode-switch.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useWish } from '../../parts/use-wish.ts';
import { useMay } from '../../store/may.ts';
import type { Conversation } from '../../store/rows.ts';
import { useAnswer, useDeed, useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** The newest are enough to begin with. */
const SHOWN = 6;

/** Chats that a browser shows now: each is briefed by one press, and switched to auto by another. */
export function OpenChats(): VNode {
  const chats = useAnswer('listConversations', { query: { limit: 100 } });
  return (
    <Block {...chats}>
      {({ items }) => {
        const open = items.filter(
          ({ connected, platform }) => connected && platform !== AGENT_PLATFORM,
        );
        if (open.length === 0) return <p class="soft">{word('first_no_chat')}</p>;
        return (
          <>
            <p>{word('first_send')}</p>
            <ul class="sentences" aria-label={word('first_send')}>
              {open.slice(0, SHOWN).map((one) => (
                <OpenChat key={one.local_conversation_id} listed={one} />
              ))}
            </ul>
            {open.length > SHOWN && <a href="/conversations">{word('place_conversations')}</a>}
          </>
        );
      }}
    </Block>
  );
}

function OpenChat({ listed }: { readonly listed: Conversation }): VNode {
  const { local_conversation_id: id } = listed;
  const chat = useRow('conversation', id) ?? listed;
  const setMode = useModes();
  const mayAnswer = useMay('answer');
  const asking = useDeed();
  const sending = useWish('sendMessage');
  const [job, sent] = useState<string | null>(null);
  const failed = [asking, sending.deed].map(({ doing }) => doing.value);

  /** Sends the briefing of this chat: its tools depend on the chat. */
  async function brief(): Promise<void> {
    const briefing = await asking.run('getBriefing', { query: { conversation: id } });
    if (briefing?.ok !== true) return;
    const { text } = briefing.value;
    const taken = await sending.run({ params: { id }, body: { text } });
    if (taken !== null) sent(taken.job.job_id);
  }

  return (
    <li>
      <p>
        <a href={`/conversations/${id}`}>
          <Visible text={chat.title ?? word('untitled')} />
        </a>{' '}
        <span class="soft small">
          <Visible text={chat.platform} />
        </span>
      </p>
      {mayAnswer && <ModeSwitch conversation={chat} onMode={(mode) => void setMode(chat, mode)} />}
      {mayAnswer &&
        (job === null ? (
          <DeedButton
            deed={asking.waiting.value ? asking : sending.deed}
            kind="plain"
            onPress={() => void brief()}
          >
            {word('first_send_here')}
          </DeedButton>
        ) : (
          <span role="status">
            <a href={`/jobs/${job}`}>{word('first_sent')}</a>
          </span>
        ))}
      {failed.map((one) => one.kind === 'failed' && <Problem error={one.error} />)}
    </li>
  );
}
