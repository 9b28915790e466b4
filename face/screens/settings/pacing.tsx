import type { VNode } from 'preact';

import { word } from '../../words/word.ts';
import { DURATIONS, type Field, PLAIN } from './fields.ts';
import { SettingField } from './setting-field.tsx';
import type { Saving } from './saving.tsx';

const SPACING: Field['kind'] = { is: 'number', units: DURATIONS, min: 0, max: 3_600_000 };

/** How fast messages go out, site by site. A site's own notice always comes first. */
export function Pacing({
  saving,
  mayChange,
}: {
  readonly saving: Saving;
  readonly mayChange: boolean;
}): VNode {
  const { pacing, max_message_chars: chars } = saving.now.settings;
  const sites = [...new Set([...Object.keys(pacing), ...Object.keys(chars)])];
  const field = (
    keys: readonly string[],
    says: Field['says'],
    kind: Field['kind'],
    value: unknown,
  ) => (
    <SettingField
      field={{ keys, says, kind }}
      value={value}
      mayChange={mayChange}
      saving={saving}
    />
  );
  return (
    <>
      <p class="soft">{word('pacing_text')}</p>
      {sites.map((site) => {
        const pace = pacing[site];
        const most = chars[site];
        return (
          <section key={site} class="card" aria-label={site}>
            <h2>
              {site === 'default' || site === 'local' ? word(`pacing_${site}`) : <bdi>{site}</bdi>}
            </h2>
            {pace && (
              <>
                {field(
                  ['pacing', site, 'min_spacing_ms'],
                  'pacing_spacing',
                  SPACING,
                  pace.min_spacing_ms,
                )}
                {field(['pacing', site, 'jitter_ms'], 'pacing_jitter', SPACING, pace.jitter_ms)}
              </>
            )}
            {pace?.rolling && (
              <>
                {field(
                  ['pacing', site, 'rolling', 'max_sends'],
                  'pacing_sends',
                  { is: 'number', units: PLAIN, min: 1, max: 100_000 },
                  pace.rolling.max_sends,
                )}
                {field(
                  ['pacing', site, 'rolling', 'window_ms'],
                  'pacing_window',
                  { is: 'number', units: DURATIONS, min: 1_000, max: 7 * 86_400_000 },
                  pace.rolling.window_ms,
                )}
              </>
            )}
            {most !== undefined &&
              field(
                ['max_message_chars', site],
                'pacing_chars',
                {
                  is: 'number',
                  units: PLAIN,
                  min: 1_000,
                  max: 1_000_000,
                },
                most,
              )}
          </section>
        );
      })}
    </>
  );
}
