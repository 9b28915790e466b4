import type { VNode } from 'preact';

import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import type { Kinds } from '../../store/rows.ts';
import { word } from '../../words/word.ts';
import { useAnswering } from './use-answering.ts';

const DECISIONS = ['run_again', 'skip', 'tell'] as const;

/** Nobody knows whether it ran: what a person can do about that, and what each of it means. */
export function UnknownAnswers({
  approval,
  onAnswered,
}: {
  readonly approval: Kinds['approval'];
  readonly onAnswered: () => void;
}): VNode {
  const { deed, answer, ready } = useAnswering(approval, onAnswered);
  const may = useMay('answer');
  const doing = deed.doing.value;
  if (!may) return <p class="soft">{word('may_only_look')}</p>;
  return (
    <>
      <dl class="unknown-answers">
        {DECISIONS.map((decision) => (
          <div key={decision}>
            <dt>
              <DeedButton
                deed={deed}
                kind="plain"
                disabled={!ready}
                onPress={() => void answer({ decision })}
              >
                {word(`unknown_${decision}`)}
              </DeedButton>
            </dt>
            <dd class="soft">{word(`unknown_${decision}_means`)}</dd>
          </div>
        ))}
      </dl>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </>
  );
}
