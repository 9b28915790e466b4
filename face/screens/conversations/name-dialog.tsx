import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { Dialog } from '../../parts/dialog.tsx';
import { type Conversation, spread } from '../../store/rows.ts';
import { useToast, useWorld } from '../../store/world.ts';
import { errorWords } from '../../words/error-words.ts';
import { word } from '../../words/word.ts';

interface NameDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** The title of a chat in Baton, and its labels: shown at once, taken back where they are refused. */
export function NameDialog({ conversation, onClose }: NameDialogProps): VNode {
  const { local_conversation_id: id } = conversation;
  const { ask, rows } = useWorld();
  const toast = useToast();
  const [title, setTitle] = useState(conversation.title ?? '');
  const [labels, setLabels] = useState(conversation.labels.join(', '));

  async function save(): Promise<void> {
    const change = { title: title.trim() === '' ? null : title.trim(), labels: labelsOf(labels) };
    const takeBack = rows.foresee('conversation', id, change);
    onClose();
    const ticket = rows.ticket();
    const answered = await ask('updateConversation', { params: { id }, body: change });
    if (answered.ok) {
      spread(rows, 'updateConversation', answered.value, ticket);
      return;
    }
    takeBack();
    const { code, text } = answered.error;
    toast({ tone: 'bad', text: errorWords(code)?.meaning ?? text });
  }

  return (
    <Dialog title={word('name_and_labels')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label>
          {word('title')}
          <input
            autoFocus
            maxLength={500}
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </label>
        <label>
          {word('labels')}
          <input
            maxLength={2_000}
            value={labels}
            onInput={(event) => setLabels(event.currentTarget.value)}
          />
          <span class="soft small">{word('labels_hint')}</span>
        </label>
        <div class="buttons">
          <button type="submit">{word('save')}</button>
          <button type="button" class="plain" onClick={onClose}>
            {word('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** As written with commas between; each once, in the order in which they were written. */
export function labelsOf(text: string): string[] {
  const labels = text.split(/[,，]/).map((label) => label.trim().slice(0, 64));
  return [...new Set(labels.filter((label) => label !== ''))].slice(0, 32);
}
