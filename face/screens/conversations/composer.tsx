import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

import { entryForPlatform } from '../../../shared/model/entry-for-platform.ts';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useWish } from '../../parts/use-wish.ts';
import { draftOf } from '../../store/drafts.ts';
import type { Conversation } from '../../store/rows.ts';
import { useAnswer, useToast } from '../../store/world.ts';
import { numberText } from '../../words/formats.ts';
import { word } from '../../words/word.ts';

interface ComposerProps {
  readonly conversation: Conversation;
  /** Id of a run of an agent that hears at its next step what is said now; null: none works. */
  readonly steers?: string | null;
}

/** The field for a message to the chat; the message goes out when the chat is idle. */
export function Composer({ conversation, steers = null }: ComposerProps): VNode {
  const { local_conversation_id: id, platform } = conversation;
  const draft = draftOf(`message ${id}`);
  const text = draft.value;
  const form = useRef<HTMLFormElement>(null);
  const limits = useAnswer('getSettings').state.value.data?.settings.max_message_chars;
  const longest = limits === undefined ? null : entryForPlatform(limits, platform);
  const sending = useWish('sendMessage');
  const toast = useToast();
  const doing = sending.deed.doing.value;
  const isEmpty = text.trim() === '';

  async function send(): Promise<void> {
    if (isEmpty) return;
    const sent = await sending.run({ params: { id }, body: { text } });
    if (sent === null) return;
    if (draft.peek() === text) draft.value = '';
    toast({
      text: word('message_taken'),
      tone: 'good',
      link: { href: `/jobs/${sent.job.job_id}`, text: word('delivery') },
    });
  }

  return (
    <form
      class="composer"
      ref={form}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // Out of the field, and not yet out of the chat.
          event.preventDefault();
          (event.target as HTMLElement).blur();
        }
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        // The button asks first where what is shown may be old.
        form.current?.querySelector<HTMLButtonElement>('button.main')?.click();
      }}
    >
      <textarea
        id="composer"
        aria-label={word('message_to_send')}
        placeholder={word('message_to_send')}
        maxLength={1_000_000}
        value={text}
        onInput={(event) => (draft.value = event.currentTarget.value)}
      />
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="composer-foot">
        <span class="soft small">{word('goes_out_idle')}</span>
        <span class="soft small number" data-over={longest !== null && text.length > longest}>
          {longest === null
            ? numberText(text.length)
            : `${numberText(text.length)} / ${numberText(longest)}`}
        </span>
        <DeedButton
          deed={sending.deed}
          hint="Ctrl+Enter"
          disabled={isEmpty}
          onPress={() => void send()}
        >
          {word('send')}
        </DeedButton>
        {steers !== null && <Steer run={steers} draft={draft} />}
      </div>
      {longest !== null && text.length > longest && (
        <p class="small" role="status">
          {word('message_long')}
        </p>
      )}
    </form>
  );
}

/** Says it to the work that is under way, instead of after it. */
function Steer({ run, draft }: { readonly run: string; readonly draft: Signal<string> }): VNode {
  const steering = useWish('steerAgentRun');
  const toast = useToast();
  const text = draft.value;
  const doing = steering.deed.doing.value;

  async function steer(): Promise<void> {
    const steered = await steering.run({ params: { id: run }, body: { text } });
    if (steered === null) return;
    if (draft.peek() === text) draft.value = '';
    toast({ text: word('steered'), tone: 'good' });
  }

  return (
    <>
      <DeedButton
        deed={steering.deed}
        kind="plain"
        disabled={text.trim() === ''}
        onPress={() => void steer()}
      >
        {word('steer')}
      </DeedButton>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </>
  );
}
