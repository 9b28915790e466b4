import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { AGENT_PLATFORM } from '../../../shared/model/agent-platform.ts';
import { Block } from '../../parts/block.tsx';
import { useKeys } from '../../parts/keys.ts';
import { MODES, useModes } from '../../parts/mode-switch.tsx';
import { useMay } from '../../store/may.ts';
import type { Conversation } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { AgentTalk } from './agent-talk.tsx';
import { Composer } from './composer.tsx';
import { Briefing } from './briefing.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { Paused } from './paused.tsx';
import { SidePane } from './side-pane.tsx';
import { Thread } from './thread.tsx';

/** One chat: what was said, what came of it, and what can be said now. */
export function ConversationPage({ id }: { readonly id: string }): VNode {
  const { state, again } = useAnswer('getConversation', { params: { id } });
  const newest = useRow('conversation', id);
  return (
    <Block state={state} again={again} of={id}>
      {(asked) => <LoadedConversation conversation={newest ?? asked} />}
    </Block>
  );
}

function LoadedConversation({ conversation }: { readonly conversation: Conversation }): VNode {
  const { local_conversation_id: id, mode } = conversation;
  const { route } = useLocation();
  const setMode = useModes();
  const isAgent = conversation.platform === AGENT_PLATFORM;
  const mayAnswer = useMay('answer');
  const [isBriefing, setBriefing] = useState(false);
  const waits = useAnswer('listApprovals', {
    query: { conversation: id, decision: 'open', limit: 200 },
  }).state.value.data?.items;

  function toApprovals(): void {
    const [first] = waits ?? [];
    if (first !== undefined) route(`/approvals/${encodeURIComponent(first.approval_id)}`);
  }

  useKeys('place_conversations', [
    ...MODES.map((one, index) => ({
      keys: String(index + 1),
      says: `mode_${one}` as const,
      run: () => {
        if (mayAnswer && one !== mode) void setMode(conversation, one);
      },
    })),
    { keys: 'a', says: 'keys_approvals', run: toApprovals },
    { keys: 'i', says: 'keys_write', run: () => document.getElementById('composer')?.focus() },
    { keys: '[', says: 'keys_message_before', run: () => moveToMessage(-1) },
    { keys: ']', says: 'keys_message_after', run: () => moveToMessage(1) },
    { keys: 'Escape', says: 'keys_back', run: () => route('/conversations') },
  ]);

  return (
    <>
      <ConversationHead
        conversation={conversation}
        onMode={(next) => void setMode(conversation, next)}
        onBrief={() => setBriefing(true)}
      />
      {conversation.mode === 'paused' && conversation.pause_reason !== null && (
        <Paused reason={conversation.pause_reason} />
      )}
      <div class="talk">
        <div class="said">
          {isAgent ? (
            <AgentTalk conversation={conversation} waits={waits ?? []} />
          ) : (
            <>
              <Thread conversation={conversation} waits={waits ?? []} />
              {mayAnswer && <Composer conversation={conversation} />}
            </>
          )}
        </div>
        <SidePane conversation={conversation} />
      </div>
      {isBriefing && <Briefing conversation={conversation} onClose={() => setBriefing(false)} />}
    </>
  );
}

/** Moves to the message before or after the focused one; to the newest where none has the focus. */
function moveToMessage(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('.thread article')];
  const at = all.findIndex((one) => one.contains(document.activeElement));
  const to = all[at === -1 ? all.length - 1 : Math.min(Math.max(at + step, 0), all.length - 1)];
  to?.focus();
  to?.scrollIntoView({ block: 'nearest' });
}
