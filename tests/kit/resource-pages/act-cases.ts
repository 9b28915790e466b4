import { expect } from 'vitest';

import type { ActAsk } from '../../../extension/messages/resource-messages.ts';
import type { ResourceLabPage } from './resource-lab.ts';

/** A small page, what is done in it, and how it stands afterwards. */
export interface ActCase {
  readonly fact: string;
  readonly html: string;
  readonly ask: ActAsk;
  /** Result of the act, without the changes. */
  readonly said?: object;
  /** The lines that came and went. */
  readonly diff?: string;
  /** Text of the page's `log`. */
  readonly log?: string;
  readonly refused?: string;
  /** A part of why. */
  readonly because?: string;
  /** true: the page has a closed shadow root, which no page's own script reaches. */
  readonly isClosed?: true;
}

const LOG = `<script>var log = []; const note = (what) => log.push(what);</script>`;

export const ACT_CASES: readonly ActCase[] = [
  {
    fact: 'a click is what a hand makes of it',
    html: `${LOG}<button>Save</button><p role="status"></p><script>
      for (const type of ['pointerover','pointerdown','mousedown','focus','pointerup','mouseup','click'])
        document.querySelector('button').addEventListener(type, () => note(type));
      document.querySelector('button').onclick = () => { document.querySelector('p').textContent = 'Saved'; };</script>`,
    ask: { verb: 'click', args: { role: 'button', name: 'Save' } },
    said: { clicked: true, trusted: false },
    diff: '- e1 button "Save"\n+ e1 button "Save" focused\n+ status "Saved"',
    log: 'pointerover,pointerdown,mousedown,focus,pointerup,mouseup,click',
  },
  {
    fact: 'a double click with keys held',
    html: `${LOG}<div onclick="note(event.detail + (event.shiftKey ? 's' : ''))" ondblclick="note('double')">Word</div>`,
    ask: { verb: 'click', args: { selector: 'div', count: 2, modifiers: ['Shift'] } },
    log: '1s,2s,double',
  },
  {
    fact: 'a click of the right button asks for a menu, and presses nothing',
    html: `${LOG}<button onclick="note('click')" oncontextmenu="note('menu')">A</button>`,
    ask: { verb: 'click', args: { selector: 'button', button: 'right' } },
    log: 'menu',
  },
  {
    fact: 'a link within its page is followed',
    html: `${LOG}<a href="#there">Go</a><script>addEventListener('hashchange', () => note(location.hash))</script>`,
    ask: { verb: 'click', args: { role: 'link', name: 'go' } },
    log: '#there',
  },
  {
    fact: 'a button in a closed shadow root is pressed',
    html: `${LOG}<closed-box></closed-box><script>
      const root = document.querySelector('closed-box').attachShadow({mode:'closed'});
      root.innerHTML = '<button>Inside</button>'; root.firstChild.onclick = () => note('inside');</script>`,
    ask: { verb: 'click', args: { role: 'button', name: 'Inside' } },
    log: 'inside',
    isClosed: true,
  },
  {
    fact: 'an element far down is scrolled to',
    html: `${LOG}<div style="height:5000px"></div><button onclick="note('far')">Far</button>`,
    ask: { verb: 'click', args: { selector: 'button' } },
    log: 'far',
  },
  {
    fact: 'what is covered is named, with what covers it',
    html: `${LOG}<button onclick="note('no')">Buy</button><div role="dialog" aria-label="Cookies"
      style="position:fixed;inset:0;background:#fff"><p>Take them</p></div>`,
    ask: { verb: 'click', args: { selector: 'button', timeout_ms: 100 } },
    refused: 'not_actionable',
    because: 'e2 button "Buy" is covered by e1 dialog "Cookies"',
    log: '',
  },
  {
    fact: 'what is disabled, or hidden, is not pressed',
    html: `${LOG}<button disabled onclick="note('no')">A</button>`,
    ask: { verb: 'click', args: { selector: 'button', timeout_ms: 100 } },
    refused: 'not_actionable',
    because: 'is disabled',
    log: '',
  },
  {
    fact: 'an element that comes, and becomes ready, is waited for',
    html: `${LOG}<script>setTimeout(() => { document.body.innerHTML = '<button disabled onclick="note(1)">Late</button>';
      setTimeout(() => document.querySelector('button').disabled = false, 150); }, 150)</script><p></p>`,
    ask: { verb: 'click', args: { role: 'button', name: 'Late' } },
    log: '1',
  },
  {
    fact: 'one of several is not guessed',
    html: `<button>Delete</button><button>Delete</button>`,
    ask: { verb: 'click', args: { role: 'button', name: 'Delete', timeout_ms: 100 } },
    refused: 'element_ambiguous',
    because: 'e1 button "Delete", e2 button "Delete"',
  },
  {
    fact: 'text replaces what stands in a field',
    html: `${LOG}<label>Name <input value="Old" oninput="note(this.value + event.isTrusted)" onchange="note('change')"></label>`,
    ask: { verb: 'type', args: { role: 'textbox', name: 'Name', text: 'Ada "L"' } },
    said: { typed: 7 },
    diff: '- e1 textbox "Name" = "Old"\n+ e1 textbox "Name" focused = "Ada \'L\'"',
    log: 'Ada "L"true,change',
  },
  {
    fact: 'text is added to what stands in a field',
    html: `${LOG}<textarea oninput="log = [this.value]">One</textarea>`,
    ask: { verb: 'type', args: { selector: 'textarea', text: ' two\nthree', replace: false } },
    log: 'One two\nthree',
  },
  {
    fact: 'a field that a framework holds takes the text',
    html: `${LOG}<input><script>
      const field = document.querySelector('input'); const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      let state = '', tracked = '';
      Object.defineProperty(field, 'value', { get: () => own.get.call(field), set: (v) => { tracked = v; own.set.call(field, v); } });
      field.addEventListener('input', () => { if (field.value !== tracked) state = tracked = field.value;
        queueMicrotask(() => { if (field.value !== state) field.value = state; log = [state]; }); });</script>`,
    ask: { verb: 'type', args: { selector: 'input', text: 'held' } },
    log: 'held',
  },
  {
    fact: 'a field that groups what is typed keeps its grouping',
    html: `${LOG}<input oninput="this.value = this.value.replace(/\\D/g,'').replace(/(\\d{3})(?=\\d)/g,'$1 '); log = [this.value]">`,
    ask: { verb: 'type', args: { selector: 'input', text: '123456789' } },
    said: { typed: 9 },
    log: '123 456 789',
  },
  {
    fact: 'a date is set as a whole',
    html: `${LOG}<input type="date" onchange="note(this.value)">`,
    ask: { verb: 'type', args: { selector: 'input', text: '2026-11-22' } },
    log: '2026-11-22',
  },
  {
    fact: 'key by key, each is heard',
    html: `${LOG}<input onkeydown="note(event.key)" oninput="note(this.value)">`,
    ask: { verb: 'type', args: { selector: 'input', text: 'ab', keys: true } },
    log: 'a,a,b,ab',
  },
  {
    fact: 'submit sends the form by its button',
    html: `${LOG}<form onsubmit="event.preventDefault(); note('sent by ' + event.submitter?.value)"><input><button value="go">Go</button></form>`,
    ask: { verb: 'type', args: { selector: 'input', text: 'x', submit: true } },
    log: 'sent by go',
  },
  {
    fact: 'Enter that its page prevents sends no form',
    html: `${LOG}<form onsubmit="event.preventDefault(); note('sent')"><input onkeydown="event.preventDefault(); note(event.key)"></form>`,
    ask: { verb: 'press', args: { selector: 'input', key: 'Enter' } },
    log: 'Enter',
  },
  {
    fact: 'an editor without a framework takes the text',
    html: `${LOG}<div contenteditable="true" aria-label="Note" oninput="log = [this.innerText.trim()]"><p>Old</p></div>`,
    ask: { verb: 'type', args: { role: 'textbox', name: 'Note', text: 'New' } },
    said: { typed: 3 },
    log: 'New',
  },
  {
    fact: 'nothing is typed into a secret field',
    html: `${LOG}<input type="password" aria-label="Key" oninput="note('typed')">`,
    ask: { verb: 'type', args: { selector: 'input', text: 'x' } },
    refused: 'secret_field',
    log: '',
  },
  {
    fact: 'what takes no text says so',
    html: `<button>A</button>`,
    ask: { verb: 'type', args: { selector: 'button', text: 'x' } },
    refused: 'invalid_params',
  },
  {
    fact: 'an option is chosen by its label',
    html: `${LOG}<select aria-label="Country" onchange="note(this.value)"><option value="at">Austria<option value="de">Germany</select>`,
    ask: { verb: 'select', args: { role: 'combobox', name: 'Country', values: ['Germany'] } },
    said: { selected: ['Germany'] },
    diff: '- e1 combobox "Country" = "Austria" of 2\n+ e1 combobox "Country" focused = "Germany" of 2',
    log: 'de',
  },
  {
    fact: 'an option that is not there is answered with those that are',
    html: `<select><option>A<option>B</select>`,
    ask: { verb: 'select', args: { selector: 'select', values: ['C'] } },
    refused: 'invalid_params',
    because: '"C" is none of "A", "B"',
  },
  {
    fact: 'several options of a list are chosen',
    html: `${LOG}<select multiple onchange="note([...this.selectedOptions].map((o) => o.text).join('+'))"><option>A<option selected>B<option>C</select>`,
    ask: { verb: 'select', args: { selector: 'select', values: ['A', 'C'] } },
    said: { selected: ['A', 'C'] },
    log: 'A+C',
  },
  {
    fact: 'a checkbox is turned on, by what draws it',
    html: `${LOG}<label><input type="checkbox" style="position:absolute;opacity:0" onchange="note(this.checked)"><i>□</i> Agree</label>`,
    ask: { verb: 'check', args: { role: 'checkbox', name: 'Agree', on: true } },
    said: { on: true },
    log: 'true',
  },
  {
    fact: 'a checkbox that is on stays on',
    html: `${LOG}<input type="checkbox" checked onchange="note(1)">`,
    ask: { verb: 'check', args: { selector: 'input', on: true } },
    said: { on: true },
    log: '',
  },
  {
    fact: 'a switch of the page’s own is turned off',
    html: `${LOG}<div role="switch" tabindex="0" aria-checked="true" aria-label="Wifi" onclick="this.setAttribute('aria-checked','false'); note('off')">x</div>`,
    ask: { verb: 'check', args: { role: 'switch', name: 'Wifi', on: false } },
    said: { on: false },
    log: 'off',
  },
  {
    fact: 'a key without a target goes to what has the focus',
    html: `${LOG}<input onkeydown="note(event.key + event.ctrlKey)"><script>document.querySelector('input').focus()</script>`,
    ask: { verb: 'press', args: { key: 'Control+a' } },
    log: 'atrue',
  },
  {
    fact: 'Escape reaches the page',
    html: `${LOG}<script>document.addEventListener('keydown', (event) => note(event.key))</script>`,
    ask: { verb: 'press', args: { key: 'Escape' } },
    log: 'Escape',
  },
  {
    fact: 'hovering shows what a pointer shows',
    html: `${LOG}<div onmouseenter="this.nextElementSibling.hidden = false">Menu</div><p hidden>Sub</p>`,
    ask: { verb: 'hover', args: { selector: 'div' } },
    diff: '+ "Sub"',
  },
  {
    fact: 'hovering a part of something enters all of it, once',
    html: `${LOG}<div onmouseenter="note('menu'); this.lastElementChild.hidden = false"><button onmouseenter="note('button')">Menu</button><p hidden>Sub</p></div>`,
    ask: { verb: 'hover', args: { role: 'button', name: 'Menu' } },
    diff: '+ "Sub"',
    log: 'menu,button',
  },
  {
    fact: 'a box scrolls to its end',
    html: `${LOG}<div id="box" style="height:50px;overflow:auto" onscroll="log = [box.scrollTop > 400]"><p style="height:600px">A</p></div>`,
    ask: { verb: 'scroll', args: { selector: '#box', to: 'bottom' } },
    log: 'true',
  },
  {
    fact: 'the page scrolls by pixels',
    html: `<div style="height:5000px">A</div>`,
    ask: { verb: 'scroll', args: { by: { y: 300 } } },
    said: { at: { x: 0, y: 300 } },
  },
  {
    fact: 'a thing is dragged and dropped',
    html: `${LOG}<div id="a" draggable="true" ondragstart="event.dataTransfer.setData('text/plain','a')">A</div>
      <div id="b" style="height:40px" ondragover="event.preventDefault()" ondrop="note(event.dataTransfer.getData('text/plain'))">B</div>`,
    ask: { verb: 'drag', args: { from: { selector: '#a' }, to: { selector: '#b' } } },
    log: 'a',
  },
  {
    fact: 'what a pointer drags by itself is dragged too',
    html: `${LOG}<div id="a" onpointerdown="note('down')">A</div><div id="b" onpointermove="note('over')" onpointerup="note('up')">B</div>`,
    ask: { verb: 'drag', args: { from: { selector: '#a' }, to: { selector: '#b' } } },
    log: 'down,over,over,up',
  },
  {
    fact: 'a file is put into its field',
    html: `${LOG}<input type="file" onchange="this.files[0].text().then((text) => note(this.files[0].name + ':' + text))">`,
    ask: {
      verb: 'upload',
      args: {
        selector: 'input',
        files: [{ name: 'a.txt', mime: 'text/plain', data_base64: 'aGk=' }],
      },
    },
    said: { files: [{ name: 'a.txt', size: 2 }] },
    log: 'a.txt:hi',
  },
];

/** Does it, and compares what is said of it and how its page stands then. */
export async function actAsTold(page: ResourceLabPage, each: ActCase): Promise<void> {
  expectTold(await page.run(each.ask), each);
  const { log } = each;
  if (log === undefined) return;
  // What the page does of itself after an event, as a file's reading, comes a moment later.
  await page.page.waitForFunction(
    (wanted) => String((window as unknown as { log: unknown }).log) === wanted,
    { timeout: 5_000 },
    log,
  );
}

/** Checks an answer about the act, from any executor. */
export function expectTold(
  {
    ok,
    result = null,
    error_code = null,
    error_message = null,
  }: { ok: boolean; result?: unknown; error_code?: string | null; error_message?: string | null },
  { said, diff, refused, because }: ActCase,
): void {
  const told = { ok, error_code, error_message, ...(ok && { result }) };
  if (refused === undefined) {
    const changed = diff === undefined ? {} : { changed: { diff } };
    expect(told).toMatchObject({ ok: true, error_code: null, result: { ...said, ...changed } });
  } else {
    const why = expect.stringContaining(because ?? '') as string;
    expect(told).toMatchObject({ ok: false, error_code: refused, error_message: why });
  }
}
