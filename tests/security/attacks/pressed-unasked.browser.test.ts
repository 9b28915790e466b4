import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { beginJudgedWorld, type JudgedWorld } from '../../kit/resource-pages/judged-pages.ts';
import { SAMPLED_BROWSERS, sampled } from '../../kit/samples.ts';

/** A page on which an act pays, sends or deletes as a person would see it there, and how a chat asks for that. */
interface PressCase {
  readonly way: string;
  readonly html: string;
  /** Run in the page once the chat has seen it. */
  readonly after?: string;
  readonly verb: string;
  /** The line whose reference is used. */
  readonly on?: string;
  readonly args?: object;
}

const DONE = `trace('done')`;
const SENDS = `onsubmit="${DONE};event.preventDefault()"`;
const post = (inner: string): string => `<form method="post" ${SENDS}>${inner}</form>`;
const TWO = '<label>Name <input></label><label>Town <input></label>';
const submitForm = `document.forms[0].requestSubmit()`;

const CASES: readonly PressCase[] = [
  {
    way: 'an action of a list that acts as it is chosen',
    html: `<select aria-label="Actions" onchange="${DONE}"><option>Choose</option><option>Delete all</option></select>`,
    verb: 'select',
    on: 'combobox "Actions"',
    args: { values: ['Delete all'] },
  },
  {
    way: 'the same, by the value of the option',
    html: `<select aria-label="Actions" onchange="${DONE}"><option>Choose</option><option value="3">Delete all</option></select>`,
    verb: 'select',
    on: 'combobox "Actions"',
    args: { values: ['3'] },
  },
  {
    way: 'an amount in a list that acts as it is chosen',
    html: `<select aria-label="Top up" onchange="${DONE}"><option>Choose</option><option>20 €</option></select>`,
    verb: 'select',
    on: 'combobox "Top up"',
    args: { values: ['20 €'] },
  },
  {
    way: 'the next of a list that acts as it is chosen, by a key',
    html: `<select aria-label="Actions" onchange="${DONE}"><option>Choose</option><option>Delete all</option></select>`,
    verb: 'press',
    on: 'combobox "Actions"',
    args: { key: 'ArrowDown' },
  },
  {
    way: 'a button with more on it than is told',
    html: `<button onclick="${DONE}">${'Read all of this. '.repeat(9)} Delete account</button>`,
    verb: 'click',
    on: 'button "Read',
  },
  {
    way: 'a link that runs a script which sends its form',
    html: post(`${TWO}<a href="javascript:${submitForm}">Continue</a>`),
    verb: 'click',
    on: '"Continue"',
  },
  {
    way: 'a link to the top that sends its form',
    html: post(`${TWO}<a href="#" onclick="${submitForm};return false">Continue</a>`),
    verb: 'click',
    on: '"Continue"',
  },
  {
    way: 'a link without an address by a price',
    html: `<div><p>Total $49</p><a href="#" onclick="${DONE};return false">Continue</a></div>`,
    verb: 'click',
    on: '"Continue"',
  },
  {
    way: 'a link by its role alone, by a price',
    html: `<div><p>Total $49</p><span role="link" tabindex="0" onclick="${DONE}">Continue</span></div>`,
    verb: 'click',
    on: '"Continue"',
  },
  {
    way: 'Enter on a link that runs a script which sends its form',
    html: post(`${TWO}<a href="javascript:${submitForm}">Continue</a>`),
    verb: 'press',
    on: '"Continue"',
    args: { key: 'Enter' },
  },
  {
    way: 'a form of one field that a script takes, by its address #',
    html: `<form action="#" ${SENDS}><input aria-label="Message"><button>Reply</button></form>`,
    verb: 'click',
    on: 'button "Reply"',
  },
  {
    way: 'the same with an empty address',
    html: `<form action="" ${SENDS}><input aria-label="Message"><button>Reply</button></form>`,
    verb: 'click',
    on: 'button "Reply"',
  },
  {
    way: 'the same with a script for an address',
    html: `<form action="javascript:void(0)" ${SENDS}><input aria-label="Message"><button>Reply</button></form>`,
    verb: 'click',
    on: 'button "Reply"',
  },
  {
    way: 'a picture that sends',
    html: post(`${TWO}<input type="image" alt="Next" width="40" height="20">`),
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'a button outside of its form',
    html: `<form id="f" method="post" ${SENDS}>${TWO}</form><p><button form="f">Next</button></p>`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'a label of a button outside of its form',
    html: `<form id="f" method="post" ${SENDS}>${TWO}<button id="b">Next</button></form><label for="b" style="cursor:pointer">Proceed</label>`,
    verb: 'click',
    on: '"Proceed"',
  },
  {
    way: 'a button in an open shadow root',
    html: `${post(`${TWO}<x-b></x-b>`)}<script>document.querySelector('x-b').attachShadow({mode:'open'}).innerHTML='<button type=button>Next</button>';document.querySelector('x-b').shadowRoot.firstChild.onclick=()=>${submitForm}</script>`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'a button in a closed shadow root',
    html: `${post(`${TWO}<x-b></x-b>`)}<script>{const r=document.querySelector('x-b').attachShadow({mode:'closed'});r.innerHTML='<button type=button>Next</button>';r.firstChild.onclick=()=>${submitForm}}</script>`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'twins, of which the second sends',
    html: `<button onclick="1">Next</button>${post(`${TWO}<button>Next</button>`)}`,
    verb: 'click',
    args: { role: 'button', name: 'Next', nth: 1 },
  },
  {
    way: 'a button that sends only since it was shown',
    html: post(`${TWO}<button type="button">Next</button><button hidden></button>`),
    after: `document.querySelector('button').type = 'submit'`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'a price that comes once it was shown',
    html: `<div><p></p><button onclick="${DONE}">Next</button></div>`,
    after: `document.querySelector('p').textContent = 'Total 49 EUR'`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'a button moved into a form once it was shown',
    html: `<button>Next</button>${post(TWO)}`,
    after: `document.forms[0].append(document.querySelector('button'))`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'Enter in a choice of a form without a button',
    html: post('<input type="radio" aria-label="Card"><input type="radio" aria-label="Cash">'),
    verb: 'press',
    on: 'radio "Card"',
    args: { key: 'Enter' },
  },
  {
    way: 'Enter in a slider of a form',
    html: post('<input type="range" aria-label="Volume">'),
    verb: 'press',
    on: 'slider "Volume"',
    args: { key: 'Return' },
  },
  {
    way: 'Enter in a file field of a form',
    html: post('<input type="file" aria-label="Photo">'),
    verb: 'press',
    on: 'file "Photo"',
    args: { key: 'Shift+Enter' },
  },
  {
    way: 'lines typed into an editor that sends by Enter',
    html: `<div contenteditable aria-label="Message" role="textbox" onkeydown="if(event.key==='Enter')${DONE}">x</div>`,
    verb: 'type',
    on: 'textbox "Message"',
    args: { text: 'one\ntwo\n' },
  },
  {
    way: 'lines typed into a field that sends by a change of lines',
    html: `<textarea aria-label="Message" onkeydown="if(event.key==='Enter')${DONE}"></textarea>`,
    verb: 'type',
    on: 'textbox "Message"',
    args: { text: 'one\ntwo\n' },
  },
  {
    way: 'a button that says another thing than its aria-label',
    html: `<button aria-label="Continue" onclick="${DONE}">Place order</button>`,
    verb: 'click',
    on: 'Continue',
  },
  {
    way: 'a button made of a field, the same',
    html: `<input type="button" value="Buy now" aria-label="Continue" onclick="${DONE}">`,
    verb: 'click',
    on: 'Continue',
  },
  {
    way: 'a button that is labelled by another element',
    html: `<i id="l">Details</i><button aria-labelledby="l" onclick="${DONE}">Delete account</button>`,
    verb: 'click',
    on: 'Delete account',
  },
  {
    way: 'a step of several',
    html: `<button onclick="${DONE}">Go</button><button>Delete</button>`,
    verb: 'act',
    args: { steps: [{ verb: 'click', role: 'button', name: 'Go' }] },
  },
  {
    way: 'a question of the page, answered with yes',
    html: `<button onclick="if(confirm('Delete all?'))${DONE}">Clean up</button>`,
    verb: 'click',
    on: 'button "Clean up"',
  },
];

describe.each(SAMPLED_BROWSERS)('in %s', (name) => {
  let world: JudgedWorld;
  beforeAll(async () => {
    world = await beginJudgedWorld(name);
  });
  afterAll(() => world.end());

  it.each(sampled(CASES, 0, 5, 10, 15, 20, 25, 30))(
    '$way is not done unasked',
    async ({ html, after, verb, on, args = {} }) => {
      const page = await world.open(html);
      const ref = on === undefined ? {} : { ref: await page.refOf(on) };
      if (on === undefined) await page.ask('snapshot');
      if (after !== undefined) await page.page.evaluate(after);
      const { status, told } = await page.ask(verb, { ...ref, ...args });
      expect.soft(page.traces(), `${status} ${told}`).not.toContain('done');
    },
  );
});
