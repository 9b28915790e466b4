import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { DeedButton } from '../../parts/deed-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { draftOf } from '../../store/drafts.ts';
import type { Conversation } from '../../store/rows.ts';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { draftOfRenewal, type RenewalDraft, renewalWish } from './renewal-wish.ts';

interface RenewalDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Lets a chat go on by itself towards a goal: what it writes, how often, and when it stops. */
export function RenewalDialog({ conversation, onClose }: RenewalDialogProps): VNode {
  const { local_conversation_id: id, renewal, mode } = conversation;
  const kept = draftOf(`renewal ${id}`);
  const deed = useDeed();
  const toast = useToast();
  const [draft, setDraft] = useState<RenewalDraft>(() => ({
    ...draftOfRenewal(renewal ?? null),
    ...(kept.peek() !== '' && { goal: kept.peek() }),
  }));
  const change = (part: Partial<RenewalDraft>): void => setDraft({ ...draft, ...part });
  const wish = renewalWish(draft, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const doing = deed.doing.value;

  async function set(): Promise<void> {
    if (wish === null) return;
    const answered = await deed.run('setRenewal', { params: { id }, body: wish });
    if (answered?.ok !== true) return;
    kept.value = '';
    toast({ text: word(mode === 'auto' ? 'renewal_set' : 'renewal_not_auto'), tone: 'good' });
    onClose();
  }

  const text = (name: 'message' | 'phrase', most: number): VNode => (
    <label>
      {word(`renewal_${name}`)}
      <input
        maxLength={most}
        value={draft[name]}
        onInput={({ currentTarget: { value } }) => change({ [name]: value })}
      />
    </label>
  );
  const number = (name: 'turns' | 'spacing', least: number, most: number): VNode => (
    <label>
      {word(`renewal_${name}`)}
      <input
        type="number"
        min={least}
        max={most}
        required
        value={draft[name]}
        onInput={({ currentTarget: { value } }) => change({ [name]: value })}
      />
    </label>
  );
  const time = (name: 'quietFrom' | 'quietTo'): VNode => (
    <label>
      {word(name === 'quietFrom' ? 'renewal_quiet' : 'renewal_quiet_to')}
      <input
        type="time"
        value={draft[name]}
        onInput={({ currentTarget: { value } }) => change({ [name]: value })}
      />
    </label>
  );

  return (
    <Dialog title={word('renewal')} onClose={onClose}>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <p class="soft">{word('renewal_text')}</p>
        <label>
          {word('renewal_goal')}
          <textarea
            autoFocus
            rows={3}
            maxLength={20_000}
            value={draft.goal}
            onInput={({ currentTarget: { value } }) => {
              kept.value = value;
              change({ goal: value });
            }}
          />
        </label>
        {text('message', 20_000)}
        <div class="two">
          {number('turns', 1, 1_000)}
          {number('spacing', 1, 604_800)}
        </div>
        {text('phrase', 200)}
        <div class="two">
          {time('quietFrom')}
          {time('quietTo')}
        </div>
        {mode !== 'auto' && <p class="soft">{word('renewal_not_auto')}</p>}
        {doing.kind === 'failed' && <Problem error={doing.error} />}
        <div class="buttons">
          <DeedButton deed={deed} disabled={wish === null} onPress={() => void set()}>
            {word('renewal_start')}
          </DeedButton>
          <button type="button" class="plain" onClick={onClose}>
            {word('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
