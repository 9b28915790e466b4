import type { VNode } from 'preact';

import { Visible } from '../../../look/visible.tsx';
import { DeedButton, useSure } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { draftOf } from '../../store/drafts.ts';
import { useMay } from '../../store/may.ts';
import { word } from '../../words/word.ts';
import { AnywayButton } from './anyway-button.tsx';
import type { Run } from './run-state.tsx';
import { useWish } from '../../parts/use-wish.ts';

interface RunQuestionProps {
  readonly run: string;
  /** Id that the answer names. */
  readonly question: string;
  readonly wait: Run['waits'][number];
  readonly role: string;
}

/** The planner's question, with the answers that it proposes. The answer is its next message. */
export function RunQuestion({ run: id, question, wait, role }: RunQuestionProps): VNode {
  const mayAnswer = useMay('answer');
  const draft = draftOf(`question ${question}`);
  const answering = useWish('answerRun');
  const { sure, question: asksFirst } = useSure();
  const doing = answering.deed.doing.value;
  const error = doing.kind === 'failed' ? doing.error : null;
  const text = draft.value.trim();

  async function answer(confirmed = false): Promise<void> {
    if (text === '') return;
    const answered = await answering.run({ params: { id }, body: { question, text, confirmed } });
    if (answered !== null) draft.value = '';
  }

  return (
    <div class="run-question">
      {word('run_wait_asks', role)} <Visible text={wait.text} />
      {mayAnswer && (
        <form onSubmit={(event) => event.preventDefault()}>
          {wait.options.length > 0 && (
            <div class="buttons">
              {wait.options.map((option) => (
                <button
                  key={option}
                  type="button"
                  class="plain"
                  aria-pressed={option === text}
                  onClick={() => {
                    answering.deed.clear();
                    draft.value = option;
                  }}
                >
                  <Visible text={option} />
                </button>
              ))}
            </div>
          )}
          <textarea
            rows={2}
            aria-label={word('run_answer')}
            maxLength={8_000}
            value={draft.value}
            onInput={(event) => {
              // A yes to one text is none to another.
              if (error !== null) answering.deed.clear();
              draft.value = event.currentTarget.value;
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
                sure(() => void answer());
            }}
          />
          {error !== null && <Problem error={error} />}
          <div class="buttons">
            <AnywayButton deed={answering.deed} whom={role} onPress={() => void answer(true)} />
            <DeedButton
              deed={answering.deed}
              hint="Ctrl+Enter"
              disabled={text === ''}
              onPress={() => void answer()}
            >
              {word('run_answer')}
            </DeedButton>
          </div>
          {asksFirst}
        </form>
      )}
    </div>
  );
}
