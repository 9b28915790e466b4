import { BROWSER_VERBS } from '../../../shared/verbs/browser-verbs.ts';

/** Tools that may change something: they are never run again on a guess. */
export const BROWSER_WRITES: ReadonlySet<string> = new Set(
  Object.entries(BROWSER_VERBS)
    .filter(([, { writes }]) => writes)
    .map(([name]) => `browser.${name}`),
);
