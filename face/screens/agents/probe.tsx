import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Problem } from '../../parts/problem.tsx';
import { spanOf } from '../../parts/time.tsx';
import { useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** Asks a model whether it answers, and says what it can do. */
export function Probe({ model }: { readonly model: string }): VNode {
  const deed = useDeed();
  const [said, say] = useState<ResponseOf<'probeModel'> | null>(null);
  const doing = deed.doing.value;

  async function probe(): Promise<void> {
    say(null);
    const answered = await deed.run('probeModel', { body: { model } });
    if (answered?.ok === true) say(answered.value);
  }

  return (
    <>
      <DeedButton deed={deed} kind="plain" onPress={() => void probe()}>
        {word('model_probe')}
      </DeedButton>
      <span role="status">
        {said !== null && (
          <>
            <Mark tone="good">{word('model_answers', spanOf(said.took_ms))}</Mark>{' '}
            <Mark tone={said.tools ? 'good' : 'bad'}>
              {word(said.tools ? 'model_tools' : 'model_no_tools')}
            </Mark>
          </>
        )}
      </span>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </>
  );
}
