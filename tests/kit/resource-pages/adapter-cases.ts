import { expect } from 'vitest';

import { ACT_CASES, type ActCase, expectTold } from './act-cases.ts';
import type { AdapterPage } from './adapter-pages.ts';
import { READ_CASES, type ReadCase } from './read-cases.ts';
import { SNAPSHOT_CASES, type SnapshotCase } from './snapshot-cases.ts';

/** A small page, and what any executor makes of it. */
export interface AdapterCase {
  readonly fact: string;
  readonly html: string;
  readonly isClosed: boolean;
  readonly check: (page: AdapterPage) => Promise<void>;
}

/** The same pages as those that the script in a page is tested with, asked through an executor. */
export const ADAPTER_CASES: readonly AdapterCase[] = [
  ...SNAPSHOT_CASES.map((each) => adapterCase(each, readsAsTold(each))),
  ...ACT_CASES.map((each) => adapterCase(each, actsAsTold(each))),
  ...READ_CASES.map((each) => adapterCase(each, answersAsTold(each))),
];

function adapterCase(
  {
    fact,
    html,
    isClosed = false,
  }: Omit<AdapterCase, 'check' | 'isClosed'> & { isClosed?: boolean },
  check: AdapterCase['check'],
): AdapterCase {
  return { fact, html, isClosed, check };
}

function readsAsTold({
  lines,
  withFrames = lines,
  hidden = 0,
}: SnapshotCase): AdapterCase['check'] {
  return async (page) => {
    const { result } = await page.ask('snapshot');
    const told = String(result?.['text']).split('\n').slice(1);
    const left = hidden === 0 ? [] : [`(hidden: ${hidden})`];
    expect(told).toEqual([...withFrames, ...left]);
  };
}

function actsAsTold(each: ActCase): AdapterCase['check'] {
  return async (page) => {
    const { verb, args } = each.ask;
    // The script gets the files themselves; an executor gets their names, and what they hold beside the call.
    const answer =
      'files' in args
        ? await page.ask(verb, { selector: 'input', artifacts: ['a_1'] }, args.files)
        : await page.ask(verb, args);
    expectTold(answer, each);
    // What the page does of itself after an event, as a file's reading, comes a moment later.
    if (each.log !== undefined)
      await expect.poll(() => page.log(), { timeout: 5_000 }).toBe(each.log);
  };
}

function answersAsTold({ asks }: ReadCase): AdapterCase['check'] {
  return async (page) => {
    for (const [verb, args, answer] of asks)
      expect(await page.ask(verb, args)).toMatchObject(answer);
  };
}
