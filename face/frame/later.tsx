// What the frame draws after itself: in one file, since each file more weighs in the first one.
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';

import { usePreferences } from '../store/preferences.ts';
import { CaughtUp } from './caught-up.ts';
import { KeptNote } from './kept-note.ts';
import { loadWhileIdle } from './load-while-idle.ts';
import { Notifier } from './notifier.tsx';
import { PLACES } from './places.ts';
import { Visitor } from './visitor.tsx';

export { KeysPage } from './keys-page.tsx';
export { MorePlaces } from './more-places.tsx';
export { Palette } from './palette.tsx';
export { PauseAll } from './pause-all.tsx';

/** The first one came with the page. */
const LATER_SCREENS = PLACES.map(({ screen }) => screen)
  .filter((screen) => 'preload' in screen)
  .map(({ preload }) => preload as () => Promise<unknown>);

/** Parts that work on every screen. */
export function Attendant(): VNode {
  useEffect(() => loadWhileIdle(LATER_SCREENS), []);
  const { notify } = usePreferences();
  return (
    <>
      <Visitor />
      <KeptNote />
      <CaughtUp />
      {notify.value === 'on' && <Notifier />}
    </>
  );
}
