import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ResourceAnswer, ResourceAsk } from '../../../extension/messages/resource-messages.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';
import { CANARY, PLAIN_FIELDS, SECRET_CASES } from '../../kit/resource-pages/secret-cases.ts';
import { sampled, SAMPLED_BROWSERS } from '../../kit/samples.ts';

const PLACES = [
  'input',
  'textarea',
  '[contenteditable]',
  '[role=textbox]',
  'p',
  'select',
  'td',
  'button',
];

function asks(extra: ResourceAsk | undefined): ResourceAsk[] {
  const fields = PLACES.map((selector, at) => [`field${at}`, { selector }] as const);
  return [
    { verb: 'snapshot', args: {} },
    { verb: 'find', args: { text: 'a' } },
    { verb: 'extract', args: {} },
    { verb: 'extract', args: { format: 'json' } },
    { verb: 'extract', args: { fields: Object.fromEntries(fields) } },
    ...(extra === undefined ? [] : [extra]),
    { verb: 'snapshot', args: {} },
  ];
}

/** One of each kind: what draws, what names, what shows, what comes later. */
const SAMPLE = SECRET_CASES.flatMap(({ isSampled }, at) => (isSampled === true ? [at] : []));

/** All that it tells, but what stays with whoever runs it. */
function told(answer: ResourceAnswer): string {
  return JSON.stringify(answer, (key, value: unknown) => (key === 'secrets' ? undefined : value));
}

describe.for(SAMPLED_BROWSERS)('the value of a secret field, in %s', (name) => {
  let lab: ResourceLab;

  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  test.for(sampled(SECRET_CASES, ...SAMPLE))('is told in no answer: $way', async (one) => {
    const { html, values = [CANARY], after, typed, ask } = one;
    const page = await lab.open(html);
    const answers: string[] = [];
    await page.page.evaluate(() => document.fonts.ready.then(() => undefined));
    if (after !== undefined || typed !== undefined) {
      answers.push(told(await page.run({ verb: 'snapshot', args: {} })));
      if (after !== undefined) await page.page.evaluate(after);
      if (typed !== undefined) {
        await page.page.type('input', typed);
        await page.page.keyboard.press('Enter');
      }
    }
    for (const each of asks(ask)) answers.push(told(await page.run(each)));
    for (const value of values) expect(answers.join('\n')).not.toContain(value);
  });

  test.for(sampled(PLAIN_FIELDS, 0, 9, 10, 11))('is no other’s: %s', async (html) => {
    const page = await lab.open(html);
    const selector = 'input,textarea,[contenteditable]';
    const fields = { verb: 'snapshot', args: {} } as const;
    expect(told(await page.run(fields))).toContain('shown-value');
    await page.page.evaluate((which) => {
      for (const one of [...document.querySelectorAll(which)].slice(1)) one.remove();
    }, selector);
    const typed = await page.run({ verb: 'type', args: { selector, text: 'other' } });
    expect(typed).toMatchObject({ ok: true });
  });
});
