import { counted, word } from '../../words/words.ts';
import type { Attention } from '../runtime/attention.ts';

/** What the toolbar shows. The title is what a screen reader says, and says all of it. */
export interface Badge {
  readonly text: string;
  readonly color: string;
  readonly title: string;
}

export const BAD = '#a8321f';
export const GOOD = '#2f5d50';
const CAUTION = '#8a6100';
/** No badge holds more. */
const MAX_SHOWN = 99;

/** A sign for what keeps Baton from working before a count of what it waits for. */
export function badgeOf({ link, waiting, drifted }: Attention): Badge {
  const state = word(`toolbar_${link}`);
  const open = waiting > 0 ? [counted('toolbar_waiting', waiting)] : [];
  const changed = drifted.map((site) => word('toolbar_drifted', site));
  const title = [state, ...open, ...changed].join('\n');
  if (link === 'offline') return { text: '!', color: BAD, title };
  if (waiting > 0) {
    return { text: waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : `${waiting}`, color: GOOD, title };
  }
  return { text: drifted.length > 0 ? '!' : '', color: CAUTION, title };
}
