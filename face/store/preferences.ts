import { effect, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** How a person likes the page; of this browser alone. */
export interface Preferences {
  readonly theme: Signal<'auto' | 'light' | 'dark'>;
  readonly density: Signal<'normal' | 'roomy'>;
  readonly language: Signal<'auto' | 'en' | 'zh-CN'>;
  /** Keys without a modifier: a person who speaks to their machine may want none (WCAG 2.1.4). */
  readonly singleKeys: Signal<'on' | 'off'>;
  readonly motion: Signal<'auto' | 'none'>;
  /** Notifications of the browser's, while the page is not looked at. */
  readonly notify: Signal<'off' | 'on'>;
}

export const PREFERENCE_CHOICES = {
  theme: ['auto', 'light', 'dark'],
  density: ['normal', 'roomy'],
  language: ['auto', 'en', 'zh-CN'],
  singleKeys: ['on', 'off'],
  motion: ['auto', 'none'],
  notify: ['off', 'on'],
} as const;

function preference<Name extends keyof typeof PREFERENCE_CHOICES>(
  name: Name,
): Signal<(typeof PREFERENCE_CHOICES)[Name][number]> {
  const choices: readonly string[] = PREFERENCE_CHOICES[name];
  const said = read(`baton.${name}`);
  const chosen = signal(
    said !== null && choices.includes(said) ? said : PREFERENCE_CHOICES[name][0],
  );
  effect(() => {
    write(`baton.${name}`, chosen.value);
    document.documentElement.dataset[name] = chosen.value;
  });
  return chosen as never;
}

export function readPreferences(): Preferences {
  return {
    theme: preference('theme'),
    density: preference('density'),
    language: preference('language'),
    singleKeys: preference('singleKeys'),
    motion: preference('motion'),
    notify: preference('notify'),
  };
}

const Context = createContext<Preferences | null>(null);

export const PreferencesProvider = Context.Provider;

export function usePreferences(): Preferences {
  const preferences = useContext(Context);
  if (preferences === null) throw new Error('Outside of the page.');
  return preferences;
}

/** A private window may keep nothing: then it holds until the page is closed. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}
