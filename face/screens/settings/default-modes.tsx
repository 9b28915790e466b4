import type { VNode } from 'preact';

import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import type { Kind } from './fields.ts';
import { SettingField } from './setting-field.tsx';
import type { Saving } from './saving.tsx';

const MODES: Kind = {
  is: 'choice',
  of: [
    ['manual', 'mode_manual'],
    ['auto', 'mode_auto'],
  ],
};

/** Mode in which a chat new to Baton begins, site by site. */
export function DefaultModes({
  saving,
  mayChange,
}: {
  readonly saving: Saving;
  readonly mayChange: boolean;
}): VNode {
  const { default_modes: modes } = saving.now.settings;
  const known = useAnswer('listPlatforms').state.value.data?.items ?? [];
  const sites = [...new Set([...known.map(({ platform }) => platform), ...Object.keys(modes)])];
  return (
    <section class="card" aria-label={word('settings_modes')}>
      <p class="soft">{word('settings_modes_text')}</p>
      {sites.length === 0 && <p class="empty">{word('settings_modes_none')}</p>}
      {sites.sort().map((site) => (
        <SettingField
          key={site}
          field={{ keys: ['default_modes', site], says: 'settings_modes', kind: MODES }}
          site={site}
          value={modes[site] ?? 'manual'}
          mayChange={mayChange}
          saving={saving}
        />
      ))}
    </section>
  );
}
