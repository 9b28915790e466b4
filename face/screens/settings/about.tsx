import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { bytesOf } from '../../parts/bytes.ts';
import { Time } from '../../parts/time.tsx';
import { useAnswer, useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';

/** A clock that is further off than that is said. */
const CLOCK_SLACK_MS = 5_000;

/** Which Baton this is, and how it stands. */
export function About(): VNode {
  const { live } = useWorld();
  const { state, again } = useAnswer('getStatus');
  const off = live.now() - Date.now();
  return (
    <Block state={state} again={again}>
      {(status) => (
        <section class="card" aria-label={word('settings_about')}>
          <dl class="facts">
            <div>
              <dt>{word('about_version')}</dt>
              <dd>{status.version}</dd>
            </div>
            <div>
              <dt>{word('about_started')}</dt>
              <dd>
                <Time at={status.started_at} />
              </dd>
            </div>
            <div>
              <dt>{word('about_database')}</dt>
              <dd>
                {bytesOf(status.database.bytes)}
                {status.database.read_only && ` · ${word('about_read_only')}`}
              </dd>
            </div>
          </dl>
          {Math.abs(off) > CLOCK_SLACK_MS && (
            <p class="soft">{word('about_clock', Math.round(off / 1_000))}</p>
          )}
          <p class="soft">{word('about_commands')}</p>
          <p>
            <a href="/help">{word('place_help')}</a>
          </p>
        </section>
      )}
    </Block>
  );
}
