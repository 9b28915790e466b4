import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { PREFERENCE_CHOICES, type Preferences, usePreferences } from '../../store/preferences.ts';
import { word } from '../../words/word.ts';

/** How this page looks in this browser. */
export function Look(): VNode {
  const preferences = usePreferences();
  const [denied, setDenied] = useState(false);

  function choose(name: keyof Preferences, choice: string): void {
    const preference: Signal<string> = preferences[name];
    preference.value = choice;
    if (name !== 'notify' || choice === 'off') return;
    // The browser asks the person, and only after a press of theirs.
    void Notification.requestPermission().then((answer) => setDenied(answer !== 'granted'));
  }

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
                  onChange={() => choose(name, choice)}
                />
                {word(`look_${name}_${choice}` as Parameters<typeof word>[0])}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {denied && <p role="alert">{word('look_notify_denied')}</p>}
      <p class="soft">{word('look_text')}</p>
    </section>
  );
}
