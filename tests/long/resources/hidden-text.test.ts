import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { DRAWN_WAYS, PLAIN } from '../../kit/resource-pages/drawn-ways.ts';
import {
  CANARY,
  type DrawnCase,
  HIDDEN_WAYS,
  KNOWN_LIMITS,
} from '../../kit/resource-pages/hidden-ways.ts';
import { answersOf } from '../../kit/resource-pages/answers-of.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';

describe.for(BROWSER_NAMES)('words that a page of %s hides', (name) => {
  let lab: ResourceLab;

  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  async function reaching(cases: readonly DrawnCase[]): Promise<string[]> {
    const reached: string[] = [];
    for (const { way, html } of cases) {
      const answers = await answersOf(await lab.open(html), CANARY);
      if (JSON.stringify(answers).includes(CANARY)) reached.push(way);
    }
    return reached;
  }

  test('reach no assistant', async () => {
    expect(await reaching(HIDDEN_WAYS)).toEqual([]);
  });

  test('reach one in the ways that are named', async () => {
    expect(await reaching(KNOWN_LIMITS)).toEqual(KNOWN_LIMITS.map(({ way }) => way));
  });

  test('are not those that a person sees', async () => {
    const lost: string[] = [];
    for (const { way, html } of DRAWN_WAYS) {
      const { snapshot } = await answersOf(await lab.open(html), PLAIN);
      if (!JSON.stringify(snapshot).includes(PLAIN)) lost.push(way);
    }
    expect(lost).toEqual([]);
  });
});
