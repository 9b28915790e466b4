import { describe, expect, it } from 'vitest';

import {
  callRisk,
  elementNamed,
} from '../../../../../conductor/src/features/hands/resources/call-risk.ts';
import type { JsonObject } from '../../../../../conductor/src/baa/json-value.ts';
import { chatSession, resource } from '../../../../kit/plain-rows.ts';
import { timed } from '../../../../kit/timed.ts';

const named = (text: string, ref = 'e7', resourceId = 'page') =>
  elementNamed({ ref }, [{ resourceId, resultJson: JSON.stringify({ text }) }], 'page');

describe('an element that is named by a ref', () => {
  it.each([
    ['e7 button "OK"', { role: 'button', name: 'OK' }],
    ['list\n  e6 link "A" e7 button "OK" focused', { role: 'button', name: 'OK' }],
    ['row: A | e7 menuitem-radio "B" | C', { role: 'menuitem-radio', name: 'B' }],
    ['e7 button ""', null],
    ['"press e7 button \'OK\'" e8 button "Pay"', null],
    ['"quoted e7 link" and e7 link "B"', { role: 'link', name: 'B' }],
    ['e70 button "OK"', null],
    ['e7 button "O\nK"', null],
    ['e7 form', null],
  ])('is what its line said in what was shown: %j', (text, shown) => {
    expect(named(text)).toEqual(shown);
  });

  it('is none of another page', () => {
    expect(named('e7 button "OK"', 'e7', 'another')).toBeNull();
  });

  it.each(['a', 'e7 a "', '"', ' "', 'f1', 'e7 a ', 'e7 a "b" '])(
    'is looked for in no more time than it takes to read the text, be it %j without end',
    (unit) => {
      const text = `"e7" ${unit.repeat(100_000 / unit.length)}`;
      expect(timed(() => named(text)).tookMs).toBeLessThan(200);
    },
  );
});

describe('a press on what spends, sends or gives away', () => {
  const riskOf = (name: string, role = 'button'): string =>
    callRisk({
      tool: 'browser.click',
      args: { ref: 'e1' },
      verbRisk: 'medium',
      writes: true,
      standing: { session: chatSession(), grants: [], read: [], executors: [] },
      resource: null,
      place: null,
      element: { role, name },
      trusted: [],
      now: 0,
    });

  it.each([
    'Pay now',
    'Jetzt überweisen',
    'ÜBERWEISEN',
    'Löschen',
    'Kostenpflichtig bestellen!',
    'Transférer',
    'Pagar 5 €',
    '确认付款',
    'Ｐａｙ',
    'P\u200Bay',
    'P a y',
    'Lo\u0308schen',
    'Sénd',
    'Рау',
    'Оплатить',
    '送金する',
    'دفع',
    'Subscribe for $9.99',
    'Continue · 12 EUR',
    '✕',
  ])('is of high risk, in whatever language: %s', (name) => {
    expect(riskOf(name)).toBe('high');
  });

  it.each(['Payload', 'Bordering', 'Öbuyö', 'Next', 'Über uns', '2', 'A B C'])(
    'is no more than what it is: %s',
    (name) => {
      expect(riskOf(name)).toBe('low');
    },
  );

  it('leaves links of any script, which lead somewhere, as they are', () => {
    expect(riskOf('Новости', 'link')).toBe('low');
    expect(riskOf('支付', 'link')).toBe('high');
  });
});

describe('an act on an element whose name was shown', () => {
  const riskOf = (verb: string, args: JsonObject, role = 'textbox'): string =>
    callRisk({
      tool: `browser.${verb}`,
      args: { ref: 'e1', ...args },
      verbRisk: 'medium',
      writes: true,
      standing: { session: chatSession(), grants: [], read: [], executors: [] },
      resource: null,
      place: null,
      element: { role, name: 'Next' },
      trusted: [],
      now: 0,
    });

  it.each(['Enter', 'Return', 'Shift+Enter', 'Control+Enter', '+Enter', 'Delete+Return'])(
    'asks where a field is sent by %s',
    (key) => {
      expect(riskOf('press', { key })).toBe('medium');
    },
  );

  it.each<[string, JsonObject, string?]>([
    ['submits from a region', { text: 'A', submit: true }, 'form'],
    ['submits from what it is drawn as', { text: 'A', submit: true }, 'clickable'],
    ['has a line end among its keys', { text: 'A\nB', keys: true }],
  ])('asks where a text %s', (_, args, role) => {
    expect(riskOf('type', args, role)).toBe('medium');
  });

  it.each(['Delete', 'Backspace', '#', 'Control+d', 'Meta+Backspace'])(
    'asks where the page may take %s for anything',
    (key) => {
      expect(riskOf('press', { key }, 'treeitem')).toBe('medium');
    },
  );

  it.each(['main', 'form', 'dialog', 'row', 'group', 'listitem'])(
    'asks where what is pressed lies in a %s',
    (role) => {
      expect(riskOf('click', {}, role)).toBe('medium');
    },
  );

  it.each<[string, JsonObject, string]>([
    ['press', { key: 'Enter' }, 'link'],
    ['press', { key: 'Space' }, 'checkbox'],
    ['press', { key: 'ArrowDown' }, 'slider'],
    ['press', { key: 'Shift+Tab' }, 'textbox'],
    ['press', { key: 'Backspace' }, 'textbox'],
    ['press', { key: 'ß' }, 'searchbox'],
    ['press', { key: 'Enter' }, 'searchbox'],
    ['type', { text: 'A\nB' }, 'textbox'],
    ['type', { text: 'A', submit: true }, 'searchbox'],
    ['click', {}, 'clickable'],
    ['click', {}, 'textbox'],
    ['check', { on: true }, 'switch'],
  ])('goes unasked as %s with %j on a %s', (verb, args, role) => {
    expect(riskOf(verb, args, role)).toBe('low');
  });
});

describe('what is typed into a terminal', () => {
  const BASH = { shell: 'bash', cwd: '/srv/a/src', opened_in: '/srv/a' };
  const riskOf = (
    command: string,
    results: readonly JsonObject[] = [BASH],
    { tool = 'terminal.run', trusted = [] as readonly string[] } = {},
  ): string =>
    callRisk({
      tool,
      args: { command, text: command },
      verbRisk: 'medium',
      writes: true,
      standing: {
        session: chatSession(),
        grants: [],
        read: results.map((one) => ({ resourceId: 'terminal', resultJson: JSON.stringify(one) })),
        executors: [],
      },
      resource: resource({ resourceId: 'terminal', resourceType: 'terminal', adapter: 'pty' }),
      place: null,
      element: null,
      trusted,
      now: 0,
    });

  it('is no more than what it is where a shell is known to read it as harmless, in its folder', () => {
    expect(riskOf('git status && ls')).toBe('medium');
    expect(riskOf('npm test', [BASH], { trusted: ['/srv'] })).toBe('medium');
    expect(riskOf('ls', [{ text: 'a screen' }, BASH])).toBe('medium');
  });

  it.each([
    ['it is not on the list', 'rm -rf a', [BASH]],
    ['the folder is not trusted', 'npm test', [BASH]],
    ['the shell has left its folder', 'ls', [{ ...BASH, cwd: '/etc' }, BASH]],
    ['the folder only begins alike', 'ls', [{ ...BASH, cwd: '/srv/ab' }]],
    ['nothing has said what shell it is', 'ls', []],
    ['its worker does not say so', 'ls', [{ cwd: '/srv/a' }, BASH]],
    ['it is another shell', 'ls', [{ ...BASH, shell: 'fish' }]],
  ])('asks, as %s', (_, command, results) => {
    expect(riskOf(command, results)).toBe('high');
  });

  it('asks where a program reads it', () => {
    expect(riskOf('ls', [BASH], { tool: 'terminal.write' })).toBe('high');
    expect(riskOf('ls', [BASH], { tool: 'terminal.press' })).toBe('high');
  });
});
