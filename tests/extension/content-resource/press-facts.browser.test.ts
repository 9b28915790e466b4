import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ActAsk, SnapshotResult } from '../../../extension/messages/resource-messages.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';

const NAME = '<input aria-label="Name">';

/** The words behind the one button called X. */
const CASES: readonly [fact: string, html: string, words: string][] = [
  ['a form’s default button', `<form>${NAME}<button>X</button></form>`, ' submits'],
  ['an input that submits', `<form>${NAME}<input type="submit" value="X"></form>`, ' submits'],
  ['a picture', `<form>${NAME}<input type="image" alt="X"></form>`, ' submits'],
  ['one outside of its form', `<form id="f">${NAME}</form><button form="f">X</button>`, ' submits'],
  ['one of no known type', `<form>${NAME}<button type="x">X</button></form>`, ' submits'],
  ['the only kind', `<form>${NAME}<button type="button">X</button></form>`, ' submits'],
  ['one drawn as one', `<form>${NAME}<div role="button" tabindex="0">X</div></form>`, ' submits'],
  [
    'a form by its role',
    `<div role="form" aria-label="F">${NAME}<button>X</button></div>`,
    ' submits',
  ],
  ['beside one', `<form>${NAME}<button>Y</button><button type="button">X</button></form>`, ''],
  ['no form', `<div>${NAME}<button>X</button></div>`, ''],
  ['a search by its role', `<form role="search">${NAME}<button>X</button></form>`, ''],
  ['a search around it', `<search><form>${NAME}<button>X</button></form></search>`, ''],
  [
    'a search by its field',
    `<form><input type="search" aria-label="S"><button>X</button></form>`,
    '',
  ],
  ['a search by its way', `<form action="/find">${NAME}<button>X</button></form>`, ''],
  [
    'one field that is posted',
    `<form action="/a" method="post">${NAME}<button>X</button></form>`,
    ' submits',
  ],
  [
    'one that is posted by it',
    `<form action="/a">${NAME}<button formmethod="post">X</button></form>`,
    ' submits',
  ],
  [
    'a search among other fields',
    `<form><input type="search">${NAME}<button>X</button></form>`,
    ' submits',
  ],
  [
    'fields of clobbering names',
    `<form><input name="elements"><input name="closest"><button>X</button></form>`,
    ' submits',
  ],
  [
    'money in its card',
    '<article><p>Total <b>$</b><b>12</b></p><div><button>X</button></div></article>',
    ' money',
  ],
  [
    'money in its dialog',
    '<dialog open><p>12 EUR</p><div><div><div><div><button>X</button></div></div></div></div></dialog>',
    ' money',
  ],
  [
    'money in a field beside it',
    '<div>€ <input aria-label="A" value="50"><button>X</button></div>',
    ' money',
  ],
  [
    'money in its form',
    `<form><p>12 €</p>${NAME}<div><button>X</button></div></form>`,
    ' submits money',
  ],
  [
    'money in another row',
    '<ul><li>Tea 4 € <a href="#">A</a></li><li>Note <button>X</button></li></ul>',
    '',
  ],
  [
    'money far from it',
    '<div><p>4 €</p><div><div><div><button>X</button></div></div></div></div>',
    '',
  ],
  ['a number', '<div><p>4 files</p><button>X</button></div>', ''],
  ['what opens more', '<div>4 €<details><summary>X</summary>A</details></div>', ''],
  [
    'a hidden sender',
    `<form method="post"><input><input><button hidden>Y</button><button type="button">X</button></form>`,
    ' submits',
  ],
  [
    'a search sent elsewhere',
    '<search><form><input><button formaction="/a">X</button></form></search>',
    ' submits',
  ],
  ['words of the page', '<ul><li><button>X</button> submits money</li></ul>', ''],
];

describe.for(SAMPLED_BROWSERS)('what a press means, in %s', (name) => {
  let lab: ResourceLab;

  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  test.for(CASES)('is said of %s', async ([, html, words]) => {
    const page = await lab.open(`<main>${html}</main>`);
    const { lines } = await page.get<SnapshotResult>({ verb: 'snapshot', args: {} });
    const said = /button "X"(?<said>(?: (?:submits|money))*)/.exec(lines.join('\n'));
    expect(said?.groups?.['said']).toBe(words);
  });

  const FORM = `<form onsubmit="document.title = 'sent'; return false">${NAME}<input aria-label="B">
    <input type="checkbox" aria-label="C"><button>X</button></form>`;
  const BUTTON = { role: 'button', name: 'X' };
  const BOX = { role: 'checkbox', name: 'C' };
  test.for<[string, string, ActAsk, { readonly role: string; readonly name: string }]>([
    ['a press', FORM, { verb: 'click', args: BUTTON }, BUTTON],
    ['a blank', FORM, { verb: 'press', args: { ...BUTTON, key: 'Space' } }, BUTTON],
    ['Enter on a box', FORM, { verb: 'press', args: { ...BOX, key: 'Enter' } }, BOX],
    [
      'a press by money',
      `<div>12 €<button onclick="document.title = 'sent'">X</button></div>`,
      { verb: 'click', args: BUTTON },
      BUTTON,
    ],
  ])('is refused where it was judged as plain: %s', async ([, html, ask, target]) => {
    const page = await lab.open(`<main>${html}</main>`);
    const judged = { origin: new URL(page.page.url()).origin, target };
    const refused = await page.run(ask, { expect: { ...judged, plain: true } });
    expect(refused).toMatchObject({ error_code: 'page_changed' });
    expect(await page.page.title()).not.toBe('sent');
    expect(await page.run(ask, { expect: judged })).toMatchObject({ ok: true });
    expect(await page.page.title()).toBe('sent');
  });

  test('is done where it was judged as plain, and is', async () => {
    const page = await lab.open(
      `<main>12 €<form>${NAME}<a href="#a">X</a><button>Y</button></form></main>`,
    );
    const target = { role: 'link', name: 'X' };
    const judged = { origin: new URL(page.page.url()).origin, target, plain: true };
    const press: ActAsk = { verb: 'press', args: { ...target, key: 'Enter' } };
    expect(await page.run(press, { expect: judged })).toMatchObject({ ok: true });
    expect(await page.run({ verb: 'click', args: target }, { expect: judged })).toMatchObject({
      ok: true,
    });
  });
});
