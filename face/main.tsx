import { effect } from '@preact/signals';
import { render } from 'preact';

import { App } from './frame/app.tsx';
import { takeSeenPresses } from './frame/seen-presses.ts';
import { takeLink } from './frame/take-link.ts';
import { createSession } from './api/session.ts';
import { singleKeys } from './parts/keys.ts';
import { readPreferences } from './store/preferences.ts';
import { speak } from './words/word.ts';

takeSeenPresses();
const preferences = readPreferences();
effect(() => void (singleKeys.value = preferences.singleKeys.value === 'on'));

const session = createSession();
const link = takeLink();
void (link === null ? session.begin() : link.enter(session));

await speak(preferences.language.value);
effect(() => void speak(preferences.language.value));
const place = document.querySelector('#app');
if (place !== null) {
  place.replaceChildren();
  render(<App session={session} preferences={preferences} />, place);
}
