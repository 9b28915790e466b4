import { describe, expect, it } from 'vitest';

import { PAGES } from './pages.ts';
import { runPage } from './run-page.ts';
import { rounds } from './scenarios/rounds.ts';
import type { Outcome } from './scenarios/scenario.ts';

/** One that is quickly installed; `npm run test:zoo` runs them all, in both browsers. */
const SAMPLE = 'nlux';

describe('a chat page of other people', () => {
  it(`${SAMPLE} completes the cycle three times in chromium`, async () => {
    const page = PAGES.find(({ name }) => name === SAMPLE);
    if (page === undefined) throw new Error(`no page ${SAMPLE}`);
    const outcomes: Outcome[] = [];
    await runPage(page, 'chromium', [rounds], (_scenario, outcome) => outcomes.push(outcome));
    expect(outcomes).toEqual([{ kind: 'closed', what: '' }]);
  });
});
