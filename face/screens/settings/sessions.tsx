import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed, useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { browserOf } from './browser-of.ts';

/** Browsers that are signed in to this page, and how to sign them out. */
export function Sessions(): VNode {
  const { session } = useWorld();
  const { state, again } = useAnswer('listFaceSessions');
  const mayAll = useMay('full');
  const deed = useDeed();
  const doing = deed.doing.value;

  async function end(id: string): Promise<void> {
    const ended = await deed.run('endFaceSession', { params: { id } });
    if (ended?.ok) again();
  }

  async function endOthers(): Promise<void> {
    const ended = await deed.run('endOtherFaceSessions', {});
    if (ended?.ok) again();
  }

  return (
    <Block state={state} again={again}>
      {({ items }) => (
        <section class="card" aria-label={word('settings_sessions')}>
          <ul class="sessions">
            {items.map((one) => (
              <li key={one.session_id}>
                <span>
                  <bdi title={one.user_agent}>{browserOf(one.user_agent)}</bdi>{' '}
                  <span class="soft">
                    {word(`scope_${one.scope}`)} ·{' '}
                    {one.current ? word('session_this') : <Time at={one.last_used_at} />}
                  </span>
                </span>
                {one.current ? (
                  <button type="button" class="plain" onClick={() => void session.leave()}>
                    {word('session_leave')}
                  </button>
                ) : (
                  mayAll && (
                    <DeedButton deed={deed} kind="bad" onPress={() => void end(one.session_id)}>
                      {word('session_end')}
                    </DeedButton>
                  )
                )}
              </li>
            ))}
          </ul>
          {mayAll && items.length > 1 && (
            <div class="buttons">
              <DeedButton deed={deed} kind="bad" onPress={() => void endOthers()}>
                {word('session_end_others')}
              </DeedButton>
            </div>
          )}
          {doing.kind === 'failed' && <Problem error={doing.error} />}
        </section>
      )}
    </Block>
  );
}
