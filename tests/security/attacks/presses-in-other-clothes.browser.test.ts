import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { beginJudgedWorld, type JudgedWorld } from '../../kit/resource-pages/judged-pages.ts';
import { SAMPLED_BROWSERS, sampled } from '../../kit/samples.ts';

/** A page on which an act pays, sends or deletes in a way that its element's kind does not say. */
interface PressCase {
  readonly way: string;
  readonly html: string;
  readonly verb: string;
  /** The line whose reference is used. */
  readonly on?: string;
  readonly args?: object;
}

const DONE = `trace('done')`;
const SENDS = `onsubmit="${DONE};event.preventDefault()"`;
const PRICE = '<p>Total $49</p>';
const TWO = '<label>Name <input></label><label>Town <input></label>';

const CASES: readonly PressCase[] = [
  {
    way: 'a button that posts a search elsewhere',
    html: `<form role="search" action="/find" ${SENDS}><input type="search" aria-label="Find"><button>Find</button><button formmethod="post" formaction="/away">Next</button></form>`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'a button outside that posts a search elsewhere',
    html: `<search><form id="f" action="/find" ${SENDS}><input name="q" aria-label="Find"></form></search><button form="f" formmethod="post" formaction="/away">Next</button>`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'a button beside a hidden one that sends',
    html: `<form method="post" ${SENDS}>${TWO}<input type="submit" hidden><button type="button" onclick="this.form.requestSubmit()">Next</button></form>`,
    verb: 'click',
    on: 'button "Next"',
  },
  {
    way: 'OK below a question of the page',
    html: `<div role="alertdialog" aria-label="Question"><p>Delete all files?</p><button onclick="${DONE}">OK</button><button>Cancel</button></div>`,
    verb: 'click',
    on: 'button "OK"',
  },
  {
    way: 'Yes in a dialog of the browser',
    html: `<dialog open><h2>Delete your account</h2><p>This cannot be undone.</p><button onclick="${DONE}">Yes</button></dialog>`,
    verb: 'click',
    on: 'button "Yes"',
  },
  {
    way: 'a dialog that is closed by a command',
    html: `<dialog open id="d" onclose="${DONE}"><p>Send the message to all?</p><button command="close" commandfor="d">Continue</button></dialog>`,
    verb: 'click',
    on: 'button "Continue"',
  },
  {
    way: 'a form that closes its dialog',
    html: `<dialog open onclose="${DONE}"><form method="dialog"><p>Erase it?</p><button>OK</button></form></dialog>`,
    verb: 'click',
    on: 'button "OK"',
  },
  {
    way: 'Enter on OK below a question',
    html: `<div role="dialog" aria-label="Question"><p>Transfer now?</p><button onclick="${DONE}">OK</button></div>`,
    verb: 'press',
    on: 'button "OK"',
    args: { key: 'Enter' },
  },
  {
    way: 'a switch by a price',
    html: `<div>${PRICE}<button role="switch" aria-checked="false" onclick="${DONE}">Continue</button></div>`,
    verb: 'click',
    on: 'switch "Continue"',
  },
  {
    way: 'a button that calls itself a box, in a form',
    html: `<form method="post" ${SENDS}>${TWO}<button role="checkbox" aria-checked="false">Agree</button></form>`,
    verb: 'click',
    on: 'checkbox "Agree"',
  },
  {
    way: 'a label of a button by a price, pressed in a form',
    html: `<div>${PRICE}<input type="button" id="b" onclick="${DONE}" value="Go" style="width:2px"><label for="b" style="cursor:pointer" tabindex="0">Proceed</label></div>`,
    verb: 'click',
    on: '"Proceed"',
  },
  {
    way: 'an element of the page’s own by a price',
    html: `<div>${PRICE}<x-b style="cursor:pointer">Continue</x-b></div><script>document.querySelector('x-b').addEventListener('click',()=>${DONE})</script>`,
    verb: 'click',
    on: '"Continue"',
  },
  {
    way: 'an element of the page’s own that sends its form by internals',
    html: `<form method="post" ${SENDS}>${TWO}<x-s tabindex="0">Next</x-s></form><script>customElements.define('x-s',class extends HTMLElement{static formAssociated=true;constructor(){super();this.i=this.attachInternals();this.i.role='button';this.onclick=()=>this.i.form.requestSubmit()}})</script>`,
    verb: 'click',
    on: '"Next"',
  },
  {
    way: 'a summary in a form',
    html: `<form method="post" ${SENDS}>${TWO}<details ontoggle="document.forms[0].requestSubmit()"><summary>More</summary></details></form>`,
    verb: 'click',
    on: 'button "More"',
  },
  {
    way: 'a handle that is slid to pay',
    html: `<div>${PRICE}<div id="s" role="slider" aria-label="Slide" aria-valuenow="0" tabindex="0" style="width:300px;height:30px" onmouseup="${DONE}">Slide</div><button>End</button></div>`,
    verb: 'drag',
    args: { from: { role: 'slider', name: 'Slide' }, to: { role: 'button', name: 'End' } },
  },
  {
    way: 'a slider at its end by a key',
    html: `<div>${PRICE}<input type="range" aria-label="Slide" oninput="if(+this.value>99)${DONE}"></div>`,
    verb: 'press',
    on: 'slider "Slide"',
    args: { key: 'End' },
  },
  {
    way: 'a key that the page takes for an order',
    html: `<ul role="listbox" aria-label="Mail" tabindex="0" onkeydown="if(event.key==='#')${DONE}"><li role="option">One</li></ul>`,
    verb: 'press',
    on: 'listbox "Mail"',
    args: { key: '#' },
  },
  {
    way: 'the next choice of a group by a key, which sends its form',
    html: `<form method="post" ${SENDS} onchange="this.requestSubmit()">${TWO}<label><input type="radio" name="a" checked>One</label><label><input type="radio" name="a">Two</label></form>`,
    verb: 'press',
    on: 'radio "One"',
    args: { key: 'ArrowDown' },
  },
  {
    way: 'Enter in an editor without a form',
    html: `<div contenteditable role="textbox" aria-label="Message" onkeydown="if(event.key==='Enter')${DONE}">Hi</div>`,
    verb: 'press',
    on: 'textbox "Message"',
    args: { key: 'Enter' },
  },
];

describe.each(SAMPLED_BROWSERS)('in %s', (name) => {
  let world: JudgedWorld;
  beforeAll(async () => {
    world = await beginJudgedWorld(name);
  });
  afterAll(() => world?.end());

  it.each(sampled(CASES, 0, 4, 8, 12, 16))(
    '$way is not done unasked',
    async ({ html, verb, on, args = {} }) => {
      const page = await world.open(html);
      const ref = on === undefined ? {} : { ref: await page.refOf(on) };
      if (on === undefined) await page.ask('snapshot');
      const { status, told } = await page.ask(verb, { ...ref, ...args });
      expect.soft(page.traces(), `${status} ${told}`).not.toContain('done');
      expect.soft(told).not.toMatch(/invalid_(?:args|params)/);
    },
  );
});
