import { NEWS, type OptionsMessage, type Preferences } from '../messages/options-messages.ts';

type Wish = Extract<OptionsMessage, { kind: 'options.set_preference' }>;

const NAMES: readonly Wish['name'][] = [...NEWS, 'chip'];

/** Shows what a person switched on in this browser. */
export function renderPreferences(section: HTMLElement, preferences: Preferences): void {
  for (const toggle of section.querySelectorAll<HTMLInputElement>('input[data-preference]')) {
    const name = NAMES.find((one) => one === toggle.dataset['preference']);
    if (name === undefined) continue;
    toggle.checked = name === 'chip' ? preferences.chip : preferences.notify.includes(name);
  }
}

/** The wish a change of a switch stands for; null: it was no switch. */
export function preferenceWish(target: EventTarget | null): Wish | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const name = NAMES.find((one) => one === target.dataset['preference']);
  return name === undefined ? null : { kind: 'options.set_preference', name, on: target.checked };
}
