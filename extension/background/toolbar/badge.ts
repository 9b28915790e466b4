import { counted, word } from '../../i18n/words.ts';
import type { Alerts } from '../runtime/collect-alerts.ts';

/** State of the toolbar button. The title is read by screen readers, and is complete. */
export interface Badge {
  readonly text: string;
  readonly color: string;
  readonly title: string;
}

/** Light, with dark text: the badge lies on the icon, which is dark green in every theme. */
export const BAD = '#ff8f80';
export const GOOD = '#9fe3c4';
export const INK = '#1c1c1a';
const WAITING = '#ffc43d';
const CAUTION = '#ffe9b0';
/** No badge holds more. */
const MAX_SHOWN = 99;

/** As the key of a player that holds. */
const PAUSED = 'II';

function shownCount(count: number): string {
  return count > MAX_SHOWN ? `${MAX_SHOWN}+` : `${count}`;
}

/** A sign for what keeps Baton from working before a count of what it waits for. */
export function badgeOf({ link, waiting, failed, drifted, tabs, stopped }: Alerts): Badge {
  const state = word(`toolbar_${link}`);
  const open = waiting > 0 ? [counted('toolbar_waiting', waiting)] : [];
  const undelivered = failed > 0 ? [counted('failures_title', failed)] : [];
  const changed = drifted.map((site) => word('toolbar_drifted', site));
  const working = tabs > 0 ? [counted('work_tabs', tabs)] : [];
  const work = stopped ? [word('work_stopped')] : working;
  const title = [state, ...open, ...undelivered, ...work, ...changed].join('\n');
  if (link === 'offline') return { text: '!', color: BAD, title };
  if (waiting > 0) {
    return { text: shownCount(waiting), color: WAITING, title };
  }
  if (failed > 0) return { text: '!', color: BAD, title };
  if (stopped) return { text: PAUSED, color: CAUTION, title };
  if (drifted.length > 0 || tabs === 0)
    return { text: drifted.length > 0 ? '!' : '', color: CAUTION, title };
  return { text: shownCount(tabs), color: GOOD, title };
}
