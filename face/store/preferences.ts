import { effect, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** How a person may like the page. */
export const PREFERENCE_CHOICES = {
  theme: ['auto', 'light', 'dark'],
  density: ['normal', 'roomy'],
  language: ['auto', 'en', 'zh-CN'],
  /** Keys without a modifier: a person who speaks to their machine may want none (WCAG 2.1.4). */
  singleKeys: ['on', 'off'],
  motion: ['auto', 'none'],
  /** Notifications of the browser's, while the page is not looked at. */
  notify: ['off', 'on'],
  /** How wide the detail beside a list is, the narrowest first. */
  pane: ['1', '2', '3', '4', '5'],
} as const;

type Choices = typeof PREFERENCE_CHOICES;

/** How a person likes the page; of this browser alone. */
export type Preferences = { readonly [Name in keyof Choices]: Signal<Choices[Name][number]> };

function preference<Choice extends string>(
  name: keyof Choices,
  choices: readonly [Choice, ...Choice[]],
  unasked: NoInfer<Choice> = choices[0],
): Signal<Choice> {
  const said = read(`baton.${name}`);
  const chosen = signal(choices.find((choice) => choice === said) ?? unasked);
  effect(() => {
    write(`baton.${name}`, chosen.value);
    document.documentElement.dataset[name] = chosen.value;
  });
  return chosen;
}

export function readPreferences(): Preferences {
  const { theme, density, language, singleKeys, motion, notify, pane } = PREFERENCE_CHOICES;
  return {
    theme: preference('theme', theme),
    density: preference('density', density),
    language: preference('language', language),
    singleKeys: preference('singleKeys', singleKeys),
    motion: preference('motion', motion),
    notify: preference('notify', notify),
    pane: preference('pane', pane, '3'),
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
