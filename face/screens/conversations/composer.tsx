import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

import { entryForPlatform } from '../../../shared/model/entry-for-platform.ts';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { draftOf } from '../../store/drafts.ts';
import type { Conversation } from '../../store/rows.ts';
import { useAnswer, useDeed, useToast } from '../../store/world.ts';
import { numberText } from '../../words/formats.ts';
import { word } from '../../words/word.ts';

/** After these nobody knows whether the message was taken: the same try again is the same message. */
const UNKNOWN = ['conductor_unreachable', 'internal'];

/** What a person writes into the chat; it goes out when the chat is idle. */
export function Composer({ conversation }: { readonly conversation: Conversation }): VNode {
  const { local_conversation_id: id, platform } = conversation;
  const draft = draftOf(`message ${id}`);
  const text = draft.value;
  const form = useRef<HTMLFormElement>(null);
  const wish = useRef<{ readonly text: string; readonly key: string } | null>(null);
  const limits = useAnswer('getSettings').state.value.data?.settings.max_message_chars;
  const longest = limits === undefined ? null : entryForPlatform(limits, platform);
  const deed = useDeed();
  const toast = useToast();
  const doing = deed.doing.value;
  const isEmpty = text.trim() === '';

  async function send(): Promise<void> {
    if (isEmpty) return;
    if (wish.current?.text !== text) wish.current = { text, key: crypto.randomUUID() };
    const answered = await deed.run(
      'sendMessage',
      { params: { id }, body: { text } },
      { idempotencyKey: wish.current.key },
    );
    if (answered === null) return;
    if (answered.ok || !UNKNOWN.includes(answered.error.code)) wish.current = null;
    if (!answered.ok) return;
    if (draft.peek() === text) draft.value = '';
    toast({
      text: word('message_taken'),
      tone: 'good',
      link: { href: `/jobs/${answered.value.job.job_id}`, text: word('delivery') },
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
        <DeedButton deed={deed} hint="Ctrl+Enter" disabled={isEmpty} onPress={() => void send()}>
          {word('send')}
        </DeedButton>
      </div>
      {longest !== null && text.length > longest && (
        <p class="small" role="status">
          {word('message_long')}
        </p>
      )}
    </form>
  );
}
