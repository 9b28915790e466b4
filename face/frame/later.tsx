// What the frame draws after itself: in one file, since each file more weighs in the first one.
import type { VNode } from 'preact';

import { usePreferences } from '../store/preferences.ts';
import { CaughtUp } from './caught-up.ts';
import { KeptNote } from './kept-note.ts';
import { Notifier } from './notifier.tsx';
import { Visitor } from './visitor.tsx';

export { KeysPage } from './keys-page.tsx';
export { MorePlaces } from './more-places.tsx';
export { PauseAll } from './pause-all.tsx';

/** What goes on whichever screen is shown. */
export function Attendant(): VNode {
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
