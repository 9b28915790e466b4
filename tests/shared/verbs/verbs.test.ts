import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { verbMeant } from '../../../shared/verbs/verb-alias.ts';
import { verbNamed, VERBS, type VerbTarget } from '../../../shared/verbs/verbs.ts';

const ALL = Object.entries(VERBS).flatMap(([target, verbs]) =>
  Object.entries(verbs).map(([name, verb]) => ({ tool: `${target}.${name}`, verb })),
);

function read(tool: string, args: object): unknown {
  const checked = verbNamed(tool)?.args.safeParse(args);
  return checked?.success === true ? checked.data : checked?.error.issues[0]?.message;
}

describe('a verb', () => {
  it.each(ALL)('$tool has a name that an action and the wire can carry', ({ tool, verb }) => {
    expect(tool).toMatch(/^[a-z]+\.[a-z][A-Za-z]*$/);
    expect(verbNamed(tool)).toBe(verb);
  });

  it.each(ALL)('$tool says its arguments as JSON Schema, and takes no others', ({ tool, verb }) => {
    const schema = z.toJSONSchema(verb.args, { io: 'input' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(verbNamed(tool)?.args.safeParse({ surprise: 1 }).success).toBe(false);
  });

  it.each(ALL)('$tool needs act where it changes a page', ({ tool, verb }) => {
    const opensOrLeaves = /\.(ensure|navigate|closeTab)$/.test(tool);
    expect(verb.level).toBe(verb.writes && !opensOrLeaves ? 'act' : 'read');
  });

  it.each([
    'browser',
    'browser.',
    'browser.nothing',
    'browser.click.x',
    '__proto__.x',
    'browser.toString',
  ])('is not %j', (name) => {
    expect(verbNamed(name)).toBeNull();
  });
});

describe('arguments', () => {
  it('fill in what was left out', () => {
    expect(read('browser.click', { ref: 'e12' })).toEqual({
      ref: 'e12',
      button: 'left',
      count: 1,
      modifiers: [],
      timeout_ms: 5_000,
    });
    expect(read('browser.snapshot', {})).toEqual({ max_chars: 5_000 });
  });

  it.each([
    ['browser.click', {}],
    ['browser.click', { ref: 'e1', selector: '#a' }],
    ['browser.click', { name: 'Save' }],
    ['browser.type', { selector: '#a', role: 'textbox', text: 'x' }],
  ])('of %s name one element: %j does not', (tool, args) => {
    expect(read(tool, args)).toMatch(/name one element/);
  });

  it.each([
    { ref: 'e1' },
    { selector: '#login' },
    { role: 'button', name: 'Save' },
    { ref: 'f2e12' },
  ])('of click take %j', (args) => {
    expect(read('browser.click', args)).toMatchObject(args);
  });

  it('of act are those of each step, and a fault names the step', () => {
    const fits = {
      steps: [
        { verb: 'click', ref: 'e1' },
        { verb: 'waitFor', text: 'Saved' },
      ],
    };
    expect(read('browser.act', fits)).toMatchObject(fits);
    const checked = VERBS.browser.act.args.safeParse({
      steps: [
        { verb: 'click', ref: 'e1' },
        { verb: 'type', ref: 'e2' },
      ],
    });
    expect(checked.error?.issues[0]?.path).toEqual(['steps', 1, 'text']);
    expect(
      read('browser.act', { steps: [{ verb: 'navigate', url: 'https://x.example' }] }),
    ).toEqual(expect.any(String));
  });

  it.each([
    ['browser.navigate', {}],
    ['browser.navigate', { url: 'https://a.example', to: 'back' }],
    ['browser.switchTab', { tab: 't_1', index: 0 }],
    ['browser.waitFor', { text: 'a', idle: true }],
    ['browser.find', {}],
  ])('of %s choose one way: %j does not', (tool, args) => {
    expect(read(tool, args)).toMatch(/^give /);
  });
});

describe('a name of an action', () => {
  it.each([
    ['browser', 'switchTab', 'browser', 'switchTab'],
    ['browser', 'switch_tab', 'browser', 'switchTab'],
    ['browser', 'browser.switchTab', 'browser', 'switchTab'],
    ['driver', 'switchTab', 'browser', 'switchTab'],
    ['driver', 'browser.switch_tab', 'browser', 'switchTab'],
    ['browser', 'getTabs', 'browser', 'tabs'],
    ['browser', 'get_tabs', 'browser', 'tabs'],
    ['browser', 'wait_for', 'browser', 'waitFor'],
    ['terminal', 'run', 'terminal', 'run'],
  ] as [string, string, VerbTarget, string][])('%s::%s is %s.%s', (target, tool, meant, verb) => {
    expect(verbMeant(target, tool)).toEqual({ target: meant, verb });
  });

  it.each([
    ['terminal', 'browser.click'],
    ['browser', 'terminal.run'],
    ['browser', 'nothing'],
    ['browser', 'browser.browser.click'],
    ['constructor', 'click'],
    ['browser', 'constructor'],
    ['mcp.files', 'read'],
  ])('%s::%s is none', (target, tool) => {
    expect(verbMeant(target, tool)).toBeNull();
  });

  it('is itself where it is the verb own', () => {
    for (const { tool } of ALL) {
      const [target = '', verb = ''] = tool.split('.');
      expect(verbMeant(target, verb)).toEqual({ target, verb });
    }
  });
});
