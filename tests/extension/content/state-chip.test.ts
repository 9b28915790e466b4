// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';

import { isChipCommand, StateChip } from '../../../extension/content/state-chip.ts';
import type { PageSelectors } from '../../../extension/platforms/platform.ts';

let life: AbortController;
let chip: StateChip;

beforeEach(() => {
  document.body.innerHTML = '<form><textarea></textarea></form>';
  life = new AbortController();
  chip = new StateChip({ composer: ['textarea'] } as unknown as PageSelectors, life.signal);
});
afterEach(() => life.abort());

const host = (): Element | null => document.querySelector('[data-baton="chip"]');
const show = (text: string | null): void =>
  chip.show({ kind: 'page.chip', text, stands: text === null ? null : 'auto' });

test('the chip lies beside the body, and no script of the page sees into it', () => {
  show('Baton: auto');
  expect(host()?.parentElement).toBe(document.documentElement);
  expect(host()?.shadowRoot).toBeNull();
  expect(host()?.textContent).toBe('');
  show('Baton: paused');
  expect(document.querySelectorAll('[data-baton="chip"]')).toHaveLength(1);
});

test('it is of HTML’s own, where no constructor of the page runs', () => {
  class Taken extends HTMLElement {
    constructor() {
      super();
      this.attachShadow({ mode: 'open' });
    }
  }
  for (const what of ['chip', 'teach'])
    customElements.define(`baton-${what}`, class extends Taken {});
  show('Baton: auto');
  expect(host()?.shadowRoot).toBeNull();
  // Only a name with a hyphen can be a page's.
  expect(host()?.localName).not.toContain('-');
});

test('it goes when there is nothing to say, and with the extension', () => {
  show('Baton: auto');
  show(null);
  expect(host()).toBeNull();
  show('Baton: auto');
  life.abort();
  expect(host()).toBeNull();
  show('Baton: auto');
  expect(host()).toBeNull();
});

test('it is told apart from other commands', () => {
  expect(isChipCommand({ kind: 'page.chip', text: null, stands: null })).toBe(true);
  expect(isChipCommand({ kind: 'page.draft', text: 'x' })).toBe(false);
  expect(isChipCommand(null)).toBe(false);
});
