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
  /** How wide the detail beside a list is, the narrowest first. */
  readonly pane: Signal<'1' | '2' | '3' | '4' | '5'>;
}

export const PREFERENCE_CHOICES = {
  theme: ['auto', 'light', 'dark'],
  density: ['normal', 'roomy'],
  language: ['auto', 'en', 'zh-CN'],
  singleKeys: ['on', 'off'],
  motion: ['auto', 'none'],
  notify: ['off', 'on'],
  pane: ['1', '2', '3', '4', '5'],
} as const;

function preference<Name extends keyof typeof PREFERENCE_CHOICES>(
  name: Name,
): Signal<(typeof PREFERENCE_CHOICES)[Name][number]> {
  const choices: readonly string[] = PREFERENCE_CHOICES[name];
  const said = read(`baton.${name}`);
  const chosen = signal(
    said !== null && choices.includes(said)
      ? said
      : name === 'pane'
        ? '3'
        : PREFERENCE_CHOICES[name][0],
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
    pane: preference('pane'),
  };
}

const Context = createContext<Preferences | null>(null);

export const PreferencesProvider = Context.Provider;

export function usePreferences(): Preferences {
  const preferences = useContext(Context);
  if (preferences === null) throw new Error('Outside of the page.');
  return preferences;
}

/** A year, and as much as browsers keep a cookie. */
const KEPT_S = 34_560_000;

/**
 * In cookies of the name above this page's, which goes with the conductor's run. Whoever is there may set them too: they say
 * no more than how the page looks.
 */
function read(name: string): string | null {
  const own = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return own?.slice(name.length + 1) ?? null;
}

function write(name: string, value: string): void {
  const domain = location.hostname.slice(location.hostname.indexOf('.') + 1);
  document.cookie = `${name}=${value}; Domain=${domain}; Path=/; Max-Age=${KEPT_S}; SameSite=Strict`;
}
