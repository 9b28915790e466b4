import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { word } from '../i18n/words.ts';
import { NEWS, type News, type Preferences } from '../messages/options-messages.ts';
import { useAsk } from '../ui/ask.ts';
import type { BrowserPermissions } from './browser-permissions.ts';
import { Switch } from './switch.tsx';

interface PreferencesSectionProps {
  /** Null until the background has told of them. */
  readonly preferences: Preferences | null;
  readonly permissions: BrowserPermissions;
}

/** Shows the preferences of a person in this browser. */
export function PreferencesSection(props: PreferencesSectionProps): VNode {
  const { preferences, permissions } = props;
  const ask = useAsk();
  const [outcome, setOutcome] = useState('');
  /** Moves where a switch stays as it was, so that it is drawn as it is. */
  const [, redraw] = useState(0);

  async function set(name: News | 'chip', on: boolean): Promise<void> {
    setOutcome('');
    const needed = { what: 'notifications', kind: 'api', wish: 'allow' } as const;
    if (name !== 'chip' && on && !(await permissions.change(needed))) {
      setOutcome(word('notify_not_allowed'));
      redraw((count) => count + 1);
      return;
    }
    await ask({ kind: 'options.set_preference', name, on });
  }

  function row(id: string, name: News | 'chip', says: string, isOn: boolean): VNode {
    return (
      <li key={id}>
        <label for={id}>{says}</label>
        <Switch
          id={id}
          data-preference={name}
          isOn={isOn}
          onChange={(on) => void set(name, on).catch(reportError)}
        />
      </li>
    );
  }

  const notify = preferences?.notify ?? [];
  return (
    <section id="preferences" class="card" aria-labelledby="preferences-title">
      <h2 id="preferences-title">{word('options_preferences')}</h2>
      <ul class="rows">
        {NEWS.map((name) =>
          row(`notify-${name}`, name, word(`notify_${name}`), notify.includes(name)),
        )}
        {row('chip', 'chip', word('preference_chip'), preferences?.chip ?? false)}
      </ul>
      <p id="preference-outcome" class="soft" role="status">
        {outcome}
      </p>
    </section>
  );
}
