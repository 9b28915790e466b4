import { useEffect } from 'preact/hooks';

import { useWorld } from '../store/world.ts';
import { followVisit, looksAtDocument } from './follow-visit.ts';

/** Keeps what is new to the person, as long as the page is open. */
export function Visitor(): null {
  const { ask, live, visit } = useWorld();
  useEffect(() => {
    const tabs = new BroadcastChannel('baton-seen');
    const { hear, stop } = followVisit(visit, { ask, looks: looksAtDocument, tabs });
    // Said before this came.
    const { value: here } = live.here;
    if (here !== null) hear({ kind: 'here', here });
    const forget = live.on(hear);
    return () => {
      forget();
      stop();
      tabs.close();
    };
  }, [ask, live, visit]);
  return null;
}
