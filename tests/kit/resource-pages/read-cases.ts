import { expect } from 'vitest';

/** A small page, what is asked of it one after another, and a part of each answer. */
export interface ReadCase {
  readonly fact: string;
  readonly html: string;
  readonly asks: readonly (readonly [verb: string, args: object, answer: object])[];
}

const ok = (result: object): object => ({ ok: true, result });
const shows = (line: string): unknown => expect.stringContaining(line);

export const READ_CASES: readonly ReadCase[] = [
  {
    fact: 'a control is found by text, role and name',
    html: `<nav><a href="/a">Orders</a></nav><main><form aria-label="Search"><button>Search orders</button></form></main>`,
    asks: [
      [
        'find',
        { role: 'button', name: 'search' },
        ok({ text: 'main\n e2 form "Search"\n  e3 button "Search orders" submits' }),
      ],
      ['find', { text: 'ORDERS', limit: 1 }, ok({ text: 'navigation\n e1 link "Orders"' })],
    ],
  },
  {
    fact: 'fields are read by their targets, and one that is not there is null',
    html: `<h1>News</h1><p id="lead">First <b>words</b></p>`,
    asks: [
      [
        'extract',
        {
          fields: {
            title: { selector: 'h1' },
            lead: { selector: '#lead' },
            none: { selector: 'h2' },
          },
        },
        ok({ fields: { title: 'News', lead: 'First words', none: null } }),
      ],
    ],
  },
  {
    fact: 'a page is text, or Markdown',
    html: `<h1>News</h1><p>One <b>bold</b> word.</p><ul><li>First<li>Second</ul>`,
    asks: [
      ['extract', {}, ok({ text: '# News\n\nOne bold word.\n\n- First\n- Second' })],
      ['extract', { format: 'text' }, ok({ text: 'News\n\nOne bold word.\n\nFirst\nSecond' })],
    ],
  },
  {
    fact: 'a part of a page is read by its reference',
    html: `<form aria-label="A"><button>One</button></form><form aria-label="B"><button>Two</button></form>`,
    asks: [
      ['snapshot', {}, { ok: true }],
      [
        'find',
        { role: 'button', name: 'Two' },
        ok({ text: 'e3 form "B"\n e4 button "Two" submits' }),
      ],
    ],
  },
  {
    fact: 'what comes late is waited for',
    html: `<p>Loading</p><script>setTimeout(() => { document.body.innerHTML = '<h1>Ready</h1>'; history.replaceState(0, '', '#done'); }, 300)</script>`,
    asks: [
      ['waitFor', { text: 'ready' }, ok({ met: true })],
      ['waitFor', { gone: 'Loading' }, ok({ met: true })],
      ['waitFor', { url: '#done' }, ok({ met: true })],
      ['waitFor', { selector: 'h1' }, ok({ met: true })],
      ['waitFor', { idle: true }, ok({ met: true })],
    ],
  },
  {
    fact: 'what never comes is said not to have come',
    html: `<p>Here</p>`,
    asks: [
      ['waitFor', { text: 'never', timeout_ms: 50 }, { ok: false, error_code: 'wait_timeout' }],
      ['waitFor', { gone: 'Here', timeout_ms: 50 }, { ok: false, error_code: 'wait_timeout' }],
    ],
  },
  {
    fact: 'steps follow one another, and stop at the first that fails',
    html: `<label>Name <input></label><button onclick="document.querySelector('p').textContent = document.querySelector('input').value">Say</button><p role="status"></p>`,
    asks: [
      [
        'act',
        {
          steps: [
            { verb: 'type', role: 'textbox', name: 'Name', text: 'Ada' },
            { verb: 'click', role: 'button', name: 'Say' },
            { verb: 'waitFor', text: 'Ada' },
          ],
        },
        ok({ steps: [{ typed: 3 }, { clicked: true }, { met: true }] }),
      ],
      [
        'act',
        {
          steps: [
            { verb: 'click', selector: '#none', timeout_ms: 50 },
            { verb: 'click', role: 'button', name: 'Say' },
          ],
        },
        { ok: false, error_code: 'element_gone', result: { done_in_part: [] } },
      ],
    ],
  },
  {
    fact: 'a reference that fits nothing any more is gone',
    html: `<button onclick="this.remove()">Once</button>`,
    asks: [
      ['click', { role: 'button', name: 'Once' }, ok({ clicked: true })],
      ['click', { ref: 'e1', timeout_ms: 50 }, { ok: false, error_code: 'element_gone' }],
      ['click', { ref: 'e99', timeout_ms: 50 }, { ok: false, error_code: 'element_gone' }],
    ],
  },
  {
    fact: 'dialogs wait for nobody, and are answered as was said before',
    html: `<button onclick="document.title = String(confirm('Sure?'))">Ask</button>`,
    asks: [
      [
        'click',
        { role: 'button', name: 'Ask' },
        ok({ dialogs: [{ kind: 'confirm', message: 'Sure?', accepted: false }] }),
      ],
      ['dialog', { accept: true }, { ok: true }],
      ['click', { role: 'button', name: 'Ask' }, ok({ dialogs: [{ accepted: true }] })],
      ['snapshot', {}, { ok: true, page: { title: 'true' } }],
    ],
  },
  {
    fact: 'arguments that fit no verb are refused',
    html: `<button>A</button>`,
    asks: [
      ['click', { ref: 'e1', selector: 'button' }, { ok: false, error_code: 'invalid_params' }],
      ['navigate', {}, { ok: false, error_code: 'invalid_params' }],
      ['jump', {}, { ok: false, error_code: 'unsupported_verb' }],
    ],
  },
  {
    fact: 'a page that is loaded again is another document, whose references are others',
    html: `<button>A</button>`,
    asks: [
      ['snapshot', {}, ok({ text: shows('e1 button "A"') })],
      ['navigate', { to: 'reload' }, { ok: true, page: { title: 'Work' } }],
      ['snapshot', {}, ok({ text: shows('e2 button "A"') })],
      ['click', { ref: 'e1', timeout_ms: 50 }, { ok: false, error_code: 'page_changed' }],
    ],
  },
];
