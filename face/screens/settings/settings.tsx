import type { VNode } from 'preact';
import { useRoute } from 'preact-iso/router';

import { valueAt } from '../../../shared/lib/dotted-path.ts';
import { Block } from '../../parts/block.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { About } from './about.tsx';
import { Data } from './data.tsx';
import { DefaultModes } from './default-modes.tsx';
import { type Field, GROUPS, OTHERS } from './fields.ts';
import { Forgetting } from './forgetting.tsx';
import { Look } from './look.tsx';
import { Pacing } from './pacing.tsx';
import { type SettingsNow, useSaving } from './saving.tsx';
import { Sessions } from './sessions.tsx';
import { SettingField } from './setting-field.tsx';
import './settings.css';

/** Everything that can be set, saved as soon as it is changed. */
export function Settings(): VNode {
  const { state, again } = useAnswer('getSettings');
  const chosen = useRoute().params['group'] ?? GROUPS[0].id;
  return (
    <div class="settings">
      <nav aria-label={word('settings_groups')}>
        {[...GROUPS, ...OTHERS].map(({ id, says }) => (
          <a key={id} href={`/settings/${id}`} aria-current={id === chosen ? 'page' : undefined}>
            {word(says)}
          </a>
        ))}
      </nav>
      <div class="stack">
        <Block state={state} again={again}>
          {(now) => <Chosen key={chosen} id={chosen} now={now} />}
        </Block>
      </div>
    </div>
  );
}

function Chosen({ id, now }: { readonly id: string; readonly now: SettingsNow }): VNode {
  const saving = useSaving(now);
  const mayChange = useMay('full');
  const group = GROUPS.find((one) => one.id === id);
  if (id === 'look') return <Look />;
  if (id === 'sessions') return <Sessions />;
  if (id === 'about') return <About />;
  return (
    <>
      {!mayChange && <p class="soft">{word('may_not_change')}</p>}
      {group && (
        <section class="card" aria-label={word(group.says)}>
          {group.fields.map((field: Field) => (
            <SettingField
              key={field.keys.join('.')}
              field={field}
              value={valueAt(saving.now.settings, field.keys)}
              mayChange={mayChange}
              saving={saving}
            />
          ))}
          {id === 'retention' && mayChange && (
            <Forgetting retention={saving.now.settings.retention} />
          )}
        </section>
      )}
      {id === 'modes' && <DefaultModes saving={saving} mayChange={mayChange} />}
      {id === 'pacing' && <Pacing saving={saving} mayChange={mayChange} />}
      {id === 'data' && <Data />}
      {saving.note}
    </>
  );
}
