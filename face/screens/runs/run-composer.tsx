import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { DeedButton, useSure } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { draftOf } from '../../store/drafts.ts';
import { useMay } from '../../store/may.ts';
import { useToast } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { AnywayButton } from './anyway-button.tsx';
import { isOver, type Run } from './run-state.tsx';
import { roleText } from './run-words.ts';
import { useWish } from '../../parts/use-wish.ts';

/** Stands for every worker but the planner. */
const ALL = 'all';

interface RunComposerProps {
  readonly run: Run;
  /** A worker's id, or `all`. */
  readonly to: string;
  readonly onTo: (to: string) => void;
}

/** The field for a person's message to one worker or to all; a message that could do harm is confirmed again. */
export function RunComposer({ run, to, onTo }: RunComposerProps): VNode | null {
  const { run_id: id } = run;
  const mayWrite = useMay('full');
  const draft = draftOf(`run ${id}`);
  const saying = useWish('sendToWorkers');
  const [tried, setTried] = useState(to);
  const toast = useToast();
  const { sure, question } = useSure();
  const workers = run.workers.filter((one) => one.status_snapshot.status !== 'stopped');
  const chosen = workers.some((one) => one.tab_id === to) ? to : ALL;
  const text = draft.value.trim();
  const doing = saying.deed.doing.value;
  const error = doing.kind === 'failed' ? doing.error : null;
  if (!mayWrite || isOver(run.status) || workers.length === 0) return null;

  const nameOf = (one: string): string => {
    const worker = workers.find(({ tab_id: id }) => id === one);
    return worker === undefined ? word('run_all') : roleText(worker.role);
  };

  async function send(whom: string, confirmed = false): Promise<void> {
    if (text === '') return;
    setTried(whom);
    const said = await saying.run({
      params: { id },
      body: { workers: whom === ALL ? ALL : [whom], text, confirmed },
    });
    if (said === null) return;
    if (draft.peek().trim() === text) draft.value = '';
    toast({ text: counted('run_said', said.inputs.length), tone: 'good' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      // Out of the field, and not yet out of the run.
      event.preventDefault();
      (event.target as HTMLElement).blur();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const whom = event.shiftKey ? ALL : chosen;
    sure(() => void send(whom));
  }

  return (
    <form
      class="card run-say"
      aria-label={word('run_say')}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <label class="run-to">
        {word('run_to')}
        <select
          value={chosen}
          onChange={(event) => {
            saying.deed.clear();
            onTo(event.currentTarget.value);
          }}
        >
          <option value={ALL}>{word('run_all')}</option>
          {workers.map((one) => (
            <option key={one.tab_id} value={one.tab_id}>
              {roleText(one.role)}
            </option>
          ))}
        </select>
      </label>
      <textarea
        id="run-composer"
        aria-label={word('run_say')}
        maxLength={8_000}
        value={draft.value}
        onInput={(event) => {
          // A yes to one text is none to another.
          if (error !== null) saying.deed.clear();
          draft.value = event.currentTarget.value;
        }}
      />
      {error !== null && <Problem error={error} />}
      <div class="buttons">
        <AnywayButton
          deed={saying.deed}
          whom={nameOf(tried)}
          onPress={() => void send(tried, true)}
        />
        <DeedButton
          deed={saying.deed}
          hint="Ctrl+Enter"
          disabled={text === ''}
          onPress={() => void send(chosen)}
        >
          {word('send')}
        </DeedButton>
        {chosen !== ALL && (
          <DeedButton
            deed={saying.deed}
            kind="plain"
            hint="Ctrl+Shift+Enter"
            disabled={text === ''}
            onPress={() => void send(ALL)}
          >
            {word('run_send_all')}
          </DeedButton>
        )}
      </div>
      {question}
    </form>
  );
}
