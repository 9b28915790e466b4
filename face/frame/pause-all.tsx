import type { VNode } from 'preact';

import { useSure } from '../parts/deed-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useMay } from '../store/may.ts';
import { useAnswer, useDeed, useToast } from '../store/world.ts';
import { counted, word } from '../words/word.ts';

/** Stops everything that goes on by itself, and lets it go on: on every screen, for when it matters. */
export function PauseAll(): VNode | null {
  const status = useAnswer('getStatus').state.value.data;
  const may = useMay('answer');
  const deed = useDeed();
  const toast = useToast();
  const { sure, question } = useSure();
  if (!may || status === undefined) return null;
  const { all_paused: paused, conversations } = status;
  const isPaused = paused > 0;
  if (!isPaused && conversations.auto + conversations.draining === 0) return null;

  async function turn(): Promise<void> {
    const done = isPaused ? await deed.run('resumeAll', {}) : await deed.run('pauseAll', {});
    if (done === null) return;
    if (!done.ok) toast({ text: done.error.text, tone: 'bad' });
    else if ('paused' in done.value)
      toast({ text: counted('palette_paused', done.value.paused), tone: 'good' });
    else toast({ text: counted('resumed', done.value.resumed), tone: 'good' });
  }

  return (
    <span class="pause">
      {isPaused && <strong>{counted('all_paused', paused)}</strong>}
      <button
        type="button"
        class="plain"
        title={isPaused ? undefined : word('pause_all_means')}
        disabled={deed.waiting.value}
        onClick={() => (isPaused ? sure(() => void turn()) : void turn())}
      >
        <Icon name={isPaused ? 'go' : 'pause'} />
        <span class="says">{word(isPaused ? 'resume_all' : 'pause_all')}</span>
      </button>
      {question}
    </span>
  );
}
