import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ResourceAsk } from '../../../extension/messages/resource-messages.ts';
import { answersOf } from '../../kit/resource-pages/answers-of.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';
import { SAMPLED_BROWSERS, sampled } from '../../kit/samples.ts';

const CANARY = 'hunter7canary';

/** A page that a person reads as asking for a secret, or as having been given one. */
interface SecretCase {
  readonly way: string;
  readonly html: string;
  /** Typed by a person into the first field. */
  readonly typed?: string;
  /** Run in the page once it was read. */
  readonly after?: string;
  readonly asks?: readonly ResourceAsk[];
}

const field = (more = ''): string => `<input value="${CANARY}" ${more}>`;
const other = '<input value="Ada">';
const shows = (what: string): string =>
  `document.body.insertAdjacentHTML('beforeend', '<p>You wrote ' + ${what} + '</p>')`;

const CASES: readonly SecretCase[] = [
  {
    way: 'named by the text before it, beside other fields',
    html: `<form>User: ${other}<br>Password: ${field()}<br>Town: ${other}</form>`,
  },
  {
    way: 'named by a bold word before it, beside other fields',
    html: `<form><b>User</b> ${other}<br><b>Password</b> ${field()}<br></form>`,
  },
  {
    way: 'named by the cell before it, in a row of several',
    html: `<table><tr><td>User</td><td>${other}</td><td>Password</td><td>${field()}</td></tr></table>`,
  },
  {
    way: 'named by the head of its column',
    html: `<table><tr><th>Network<th>Password</tr><tr><td>${other}<td>${field()}</tr><tr><td>${other}<td>${field()}</tr></table>`,
  },
  {
    way: 'named by the head of its column, which is the first',
    html: `<table><tr><th>Password<th>Network</tr><tr><td><input name="k1" value="${CANARY}"><td><input name="s1" value="Ada"></tr></table>`,
  },
  {
    way: 'named by the head of its column, in a grid of roles',
    html: `<div role="table"><div role="row"><span role="columnheader">Network</span><span role="columnheader">Password</span></div><div role="row"><span role="cell">${other}</span><span role="cell">${field()}</span></div><div role="row"><span role="cell">${other}</span><span role="cell">${field()}</span></div></div>`,
  },
  {
    way: 'two of a group that is named by its legend',
    html: `<fieldset><legend>Choose a password</legend>${field()}<input value="${CANARY}"></fieldset>`,
  },
  {
    way: 'two of a group that is named by aria-label',
    html: `<div role="group" aria-label="Recovery code">${field()}<input value="${CANARY}"></div>`,
  },
  {
    way: 'two below a heading',
    html: `<section><h2>New password</h2><div>${field()}</div><div><input value="${CANARY}"></div></section>`,
  },
  {
    way: 'a code that a sentence before it asks for',
    html: `<p>Enter the code we sent to your phone</p>${field()}`,
  },
  {
    way: 'a code that a sentence asks for, with another before the field',
    html: `<h1>We texted you a code</h1><p>It may take a minute.</p>${field('placeholder="000000"')}`,
  },
  {
    way: 'a code that its label asks for at length',
    html: `<label>Type the code that we have sent to your phone ${field()}</label>`,
  },
  {
    way: 'named by a picture before it',
    html: `<p><img alt="Password" width="40" height="20"> ${field()}</p>`,
  },
  {
    way: 'read and emptied by its page with each letter',
    html: `<input type="password" aria-label="Field" maxlength="13" oninput="if(this.value.length===13){window.kept=this.value;this.value=''}">`,
    typed: CANARY,
    after: shows('window.kept'),
  },
  {
    way: 'read and put out of the page with its last letter',
    html: `<div><input type="password" aria-label="Field" oninput="if(this.value.length===13){const v=this.value;this.value='';this.parentNode.textContent='You wrote '+v}"></div>`,
    typed: CANARY,
  },
  {
    way: 'emptied as its form is sent by a script',
    html: `<form onsubmit="event.preventDefault();const f=this.elements[0];document.title=f.value;f.value=''"><input type="password" aria-label="Field"><button>Go</button></form>`,
    typed: CANARY,
    after: `document.forms[0].requestSubmit()`,
  },
  {
    way: 'whose name changes once its page was read',
    html: `<label>Password <input id="a" value=""></label>`,
    after: `const f=document.querySelector('input');f.closest('label').firstChild.data='Town ';f.id='b';f.value='${CANARY}'`,
  },
  {
    way: 'whose type and place change at once',
    html: `<form><input type="password" value="${CANARY}"></form>`,
    after: `const f=document.querySelector('input');f.type='text';document.body.prepend(f);f.removeAttribute('value');f.value='${CANARY}'`,
  },
  {
    way: 'copied by cloneNode with its type changed',
    html: `<form><input type="password" value="${CANARY}"></form>`,
    after: `const f=document.querySelector('input').cloneNode();f.type='text';f.value='${CANARY}';document.querySelector('form').replaceWith(f)`,
  },
  {
    way: 'put in for a moment, between two looks',
    html: `<p>Page</p>`,
    after: `document.body.insertAdjacentHTML('beforeend','<input type=password value=${CANARY}>');const v=document.querySelector('input').value;document.querySelector('input').remove();${shows('v')}`,
  },
  {
    way: 'in a frame of the page that is gone by then',
    html: `<iframe srcdoc="<input type=password value=${CANARY}>"></iframe>`,
    after: `const f=document.querySelector('iframe');const v=f.contentDocument.querySelector('input').value;f.contentDocument.body.innerHTML='<p>'+v+'</p>'`,
  },
  {
    way: 'a code of one time in a field that says so',
    html: `<input autocomplete="section-a one-time-code" value="${CANARY}">`,
  },
  {
    way: 'a field that becomes one by its autocomplete',
    html: `<input id="x" value="">`,
    after: `document.querySelector('input').autocomplete='cc-number';document.querySelector('input').value='${CANARY}'`,
  },
  {
    way: 'a field that a password manager has marked',
    html: `<input data-1p-ignore="false" data-com-onepassword-filled="light" data-onepassword-type="password" type="password" value="${CANARY}">`,
    after: `const f=document.querySelector('input');f.type='text'`,
  },
  {
    way: 'asked for by a selector of another attribute that mirrors it',
    html: `<input type="password" data-text="${CANARY}" value="${CANARY}">`,
    asks: [{ verb: 'extract', args: { fields: { it: { selector: `[data-text^="${CANARY}"]` } } } }],
  },
];

describe.each(SAMPLED_BROWSERS)('a secret in %s', (name) => {
  let lab: ResourceLab;
  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab.close());

  it.each(sampled(CASES, 0, 4, 8, 12, 16, 20, 24))(
    '$way is told in no answer',
    async ({ html, typed, after, asks = [] }) => {
      const page = await lab.open(html);
      await page.run({ verb: 'snapshot', args: {} });
      if (typed !== undefined) {
        await page.page.focus('input');
        await page.page.keyboard.type(typed);
      }
      if (after !== undefined) await page.page.evaluate(after);
      const answers: unknown[] = [await answersOf(page, 'You')];
      for (const ask of asks) answers.push(await page.run(ask));
      for (const frame of page.page.frames().slice(1))
        answers.push(await page.run({ verb: 'extract', args: {} }, { frame, prefix: 'f1' }));
      const sent = asks.map((ask) => JSON.stringify(ask)).join('');
      expect(JSON.stringify(answers)).not.toContain(sent.includes(CANARY) ? '\0' : CANARY);
    },
  );
});
