import type { VNode } from 'preact';

import { PREFERENCE_CHOICES, type Preferences, usePreferences } from '../../store/preferences.ts';
import { word } from '../../words/word.ts';

/** How this page looks in this browser. */
export function Look(): VNode {
  const preferences = usePreferences();
  return (
    <section class="card" aria-label={word('settings_look')}>
      {(Object.keys(PREFERENCE_CHOICES) as (keyof Preferences)[]).map((name) => (
        <fieldset key={name} class="setting">
          <legend>{word(`look_${name}`)}</legend>
          <div class="choices">
            {PREFERENCE_CHOICES[name].map((choice) => (
              <label key={choice} class="inline">
                <input
                  type="radio"
                  name={name}
                  checked={preferences[name].value === choice}
                  onChange={() => (preferences[name].value = choice as never)}
                />
                {word(`look_${name}_${choice}` as Parameters<typeof word>[0])}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p class="soft">{word('look_text')}</p>
    </section>
  );
}
