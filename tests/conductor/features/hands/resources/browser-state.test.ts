import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { browserState } from '../../../../../conductor/src/features/hands/resources/browser-state.ts';
import { BROWSER_VERBS } from '../../../../../shared/verbs/browser-verbs.ts';

type Open = Parameters<typeof browserState>[1][number];

const LONG = `https://example.org/${'a'.repeat(200)}`;

/** As far as the state is made of it. */
const page = (at: number, lastUrl = `https://example.org/${at}`): Open =>
  ({
    resource: { driverId: at, lastUrl, lastTitle: `Page ${at}` },
    tab: { tabId: `t_${at}`, lastActiveAt: at },
  }) as Open;

const pages = (count: number): Open[] => Array.from({ length: count }, (_, at) => page(at));

describe('T1: what a model gets to know of the tabs of its chat', () => {
  it('is empty, and no tab is active, where none is open (the defaults)', () => {
    expect(browserState({ activeTabId: null }, [])).toEqual({ active_tab_id: null, tabs: [] });
  });

  it('is each tab by its id, and which of them is active (AC1)', () => {
    expect(browserState({ activeTabId: 't_1' }, pages(2))).toEqual({
      url: 'https://example.org/1',
      title: 'Page 1',
      active_tab_id: 't_1',
      tabs: [0, 1].map((at) => ({
        id: `t_${at}`,
        driver_id: at,
        url: `https://example.org/${at}`,
        title: `Page ${at}`,
        active: at === 1,
      })),
    });
  });

  it('is the ten that were active last, in their order, and how many more there are', () => {
    const state = browserState({ activeTabId: 't_12' }, pages(13));
    const ids = (state['tabs'] as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 10 }, (_, at) => `t_${at + 3}`));
    expect(state['more']).toBe(3);
    expect(browserState({ activeTabId: 't_0' }, pages(10))).not.toHaveProperty('more');
  });

  it('has no address longer than 120 characters', () => {
    const { url } = browserState({ activeTabId: 't_0' }, [page(0, LONG)]);
    expect(url).toBe(`${LONG.slice(0, 119)}…`);
  });
});

it('AC5: the documents tell what is said of tabs, and how to switch between them', () => {
  const text = readFileSync(
    new URL('../../../../../docs/reference/resources.md', import.meta.url),
    'utf8',
  );
  const state = browserState({ activeTabId: 't_12' }, pages(13));
  const [tab = {}] = state['tabs'] as object[];
  const { shape } = BROWSER_VERBS.switchTab.args;
  const names = [state, tab, shape].flatMap((one) => Object.keys(one));
  expect(names.filter((name) => !new RegExp(`[\`"]${name}[\`"]`).test(text))).toEqual([]);
});
