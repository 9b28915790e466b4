import { describe, expect, it } from 'vitest';

import { PAGES } from './pages.ts';
import { runPage } from './run-page.ts';
import { rounds } from './scenarios/rounds.ts';
import type { Outcome } from './scenarios/scenario.ts';

/** Two that are quickly installed, in all else as different as two can be. */
const SAMPLE = { nlux: 'chromium', 'deep-chat': 'firefox' } as const;

// Side by side: most of its time each waits for its browser.
describe.concurrent('chat pages of other people', () => {
  it.each(Object.entries(SAMPLE))(
    '%s closes the circle three times in %s',
    async (name, browser) => {
      const page = PAGES.find((each) => each.name === name);
      expect(page).toBeDefined();
      const outcomes: Outcome[] = [];
      if (page)
        await runPage(page, browser, [rounds], (_scenario, outcome) => outcomes.push(outcome));
      expect(outcomes).toEqual([{ kind: 'closed', what: '' }]);
    },
  );
});
