import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** Artifacts of an action. */
export function ActionArtifacts({
  instructionId,
  conversation,
}: {
  readonly instructionId: string;
  readonly conversation: string;
}): VNode | null {
  const { state, again } = useAnswer('listArtifacts', { query: { conversation, limit: 200 } });
  const own = state.value.data?.items.filter((one) => one.instruction_id === instructionId);
  if (own?.length === 0 && state.value.error === null) return null;
  return (
    <section class="card" aria-label={word('action_artifacts')}>
      <h2>{word('action_artifacts')}</h2>
      <Block state={state} again={again}>
        {() => (
          <ul class="plain-list">
            {own?.map(({ artifact_id: id, name, media_type: type }) => (
              <li key={id}>
                <a href={`/artifacts/${id}`}>
                  <Visible text={name} />
                </a>{' '}
                <span class="soft">
                  <Visible text={type} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Block>
    </section>
  );
}
