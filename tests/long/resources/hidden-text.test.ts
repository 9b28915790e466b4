import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { CANARY, DRAWN_WAYS, HIDDEN_WAYS, PLAIN } from '../../kit/resource-pages/hidden-ways.ts';
import { answersOf } from '../../kit/resource-pages/answers-of.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';

/** How many of the ways reach an assistant, and how many of the words that are drawn do not, as of now. */
const REACHED = { chromium: 92, firefox: 93 } as const;
const LOST = 3;

describe.for(BROWSER_NAMES)('words that a page of %s hides', (name) => {
  let lab: ResourceLab;

  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  test('reach an assistant in so many ways', async () => {
    const reached: string[] = [];
    for (const { way, html } of HIDDEN_WAYS) {
      const answers = await answersOf(await lab.open(html), CANARY);
      if (JSON.stringify(answers).includes(CANARY)) reached.push(way);
    }
    expect(reached.length, reached.join('\n')).toBe(REACHED[name]);
  });

  test('are not those that a person sees', async () => {
    const lost: string[] = [];
    for (const { way, html } of DRAWN_WAYS) {
      const { snapshot } = await answersOf(await lab.open(html), PLAIN);
      if (!JSON.stringify(snapshot).includes(PLAIN))
        lost.push(`${way}: ${JSON.stringify(snapshot)}`);
    }
    expect(lost, lost.join('\n')).toHaveLength(LOST);
  });
});
