import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../../../conductor/src/baa/json-value.ts';
import {
  byPrecedence,
  judge,
  judgeTool,
} from '../../../../../conductor/src/features/heart/policy/policy.ts';
import type {
  PolicyDecision,
  PolicyRule,
  Risk,
} from '../../../../../conductor/src/features/heart/policy/rows.ts';
import { KEY } from '../../../../kit/ledger-world.ts';

const DEFAULTS = { low: 'run', medium: 'ask', high: 'ask' } as const;

let ruleIds = 0;

function rule(
  decision: PolicyDecision,
  toolPattern = '*',
  more: Partial<
    Pick<PolicyRule, 'conversationKey' | 'agentId' | 'paramsPattern' | 'ruleId' | 'createdAt'>
  > = {},
): PolicyRule {
  ruleIds += 1;
  return {
    ruleId: `rule-${ruleIds}`,
    conversationKey: null,
    agentId: null,
    toolPattern,
    paramsPattern: null,
    decision,
    evenIfTainted: false,
    reason: null,
    createdAt: 1,
    version: 1,
    ...more,
  };
}

function decide(
  rules: readonly PolicyRule[],
  params: JsonObject = {},
  risk: Risk = 'high',
): PolicyDecision {
  return judge(rules, DEFAULTS, { target: 'mcp.files', tool: 'write_file', params, risk }).decision;
}

const here = { conversationKey: KEY };

const NOTES = { paramsPattern: { path: '/home/me/notes/*' } };

describe('without a rule that fits', () => {
  it.each([
    ['low', 'run'],
    ['medium', 'ask'],
    ['high', 'ask'],
  ] as const)('an action of %s risk: %s', (risk, decision) => {
    expect(decide([rule('deny', 'mcp.mail::*')], {}, risk)).toBe(decision);
  });

  it('the settings decide', () => {
    const action = { target: 'a', tool: 'b', params: {}, risk: 'low' } as const;
    expect(judge([], { ...DEFAULTS, low: 'deny' }, action)).toEqual({
      decision: 'deny',
      rule: null,
    });
  });
});

describe('the name of a tool', () => {
  it.each([
    ['mcp.files::write_file', true],
    ['*', true],
    ['mcp.files::*', true],
    ['mcp.*::write_*', true],
    ['*::write_file', true],
    ['mcp.files::write', false],
    ['files::write_file', false],
    ['MCP.files::write_file', false],
    ['mcp.files', false],
  ])('%s fits: %s', (pattern, fits) => {
    expect(decide([rule('run', pattern)])).toBe(fits ? 'run' : 'ask');
  });
});

describe('of several rules that fit', () => {
  it.each<[string, PolicyRule[], PolicyDecision]>([
    [
      'one that denies everywhere wins over one that runs here',
      [rule('deny'), rule('run', 'mcp.files::write_file', { ...here, ...NOTES })],
      'deny',
    ],
    [
      'one of the conversation wins',
      [rule('ask', 'mcp.files::write_file'), rule('run', '*', here)],
      'run',
    ],
    [
      'one with params wins',
      [rule('ask', 'mcp.files::write_file'), rule('run', '*', NOTES)],
      'run',
    ],
    [
      'of the conversation comes before with params',
      [rule('run', '*', here), rule('ask', '*', NOTES)],
      'run',
    ],
    ['the longer pattern wins', [rule('run', 'mcp.files::*'), rule('ask', 'mcp.*')], 'run'],
    [
      'stars do not make a pattern longer',
      [rule('ask', 'mcp.files::*'), rule('run', '***mcp.**::***')],
      'ask',
    ],
    ['of equals the one that asks wins', [rule('run', '*'), rule('ask', '*')], 'ask'],
  ])('%s', (_name, rules, decision) => {
    expect(decide(rules, { path: '/home/me/notes/a' })).toBe(decision);
    expect(decide(rules.toReversed(), { path: '/home/me/notes/a' })).toBe(decision);
  });

  it('the one that decided is named', () => {
    const [wide, narrow] = [rule('run'), rule('run', 'mcp.files::*')];
    const action = { target: 'mcp.files', tool: 'x', params: {}, risk: 'high' } as const;
    expect(judge([wide, narrow], DEFAULTS, action).rule).toBe(narrow);
  });

  it('of equals the oldest is named, and of denials the narrowest, in whatever order they are read', () => {
    const older = rule('run', '*', { ruleId: 'z', createdAt: 1 });
    const newer = rule('run', '*', { ruleId: 'a', createdAt: 2 });
    const wide = rule('deny', 'mcp.*');
    const narrow = rule('deny', 'mcp.files::*');
    const action = { target: 'mcp.files', tool: 'x', params: {}, risk: 'high' } as const;
    for (const rules of [
      [older, newer],
      [newer, older],
    ])
      expect(judge(rules, DEFAULTS, action).rule).toBe(older);
    for (const rules of [
      [wide, older, narrow],
      [narrow, older, wide],
    ])
      expect(judge(rules, DEFAULTS, action).rule).toBe(narrow);
  });

  it('their order never matters, and a denial is never outdone', () => {
    const rules = fc.array(
      fc.record({
        decision: fc.constantFrom('run', 'ask', 'deny' as PolicyDecision),
        toolPattern: fc.constantFrom('*', 'mcp.*', 'mcp.files::*', '*::write_file', 'other::*'),
        inConversation: fc.boolean(),
        paramsPattern: fc.constantFrom(null, { path: '**' }, { path: '/b/*' }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(rules, (drawn) => {
        const all = drawn.map(({ inConversation, ...one }) =>
          rule(one.decision, one.toolPattern, { ...one, ...(inConversation && here) }),
        );
        const decision = decide(all, { path: '/a/b' });
        expect(decide(all.toReversed(), { path: '/a/b' })).toBe(decision);
        const denies = drawn.some(
          (one) =>
            one.decision === 'deny' &&
            one.toolPattern !== 'other::*' &&
            one.paramsPattern?.path !== '/b/*',
        );
        expect(decision === 'deny').toBe(denies);
      }),
    );
  });
});

describe('params', () => {
  const runs = (pattern: Record<string, string>, params: JsonObject): boolean =>
    decide([rule('run', '*', { paramsPattern: pattern })], params) === 'run';
  const denied = (pattern: Record<string, string>, params: JsonObject): boolean =>
    decide([rule('deny', '*', { paramsPattern: pattern })], params) === 'deny';

  it.each<[Record<string, string>, JsonObject, boolean]>([
    [{ path: '/home/me/notes/*' }, { path: '/home/me/notes/a.md' }, true],
    [{ path: '/home/me/notes/*' }, { path: '/home/me/notes/sub/a.md' }, false],
    [{ path: '/home/me/notes/**' }, { path: '/home/me/notes/sub/a.md' }, true],
    [{ path: '/home/me/notes/*' }, {}, false],
    [{ path: '**' }, { path: null }, true],
    [{ url: 'https://example.org/*' }, { url: 'https://example.org/a' }, true],
    [{ url: 'https://example.org/**' }, { url: 'https://example.org.evil/a' }, false],
    [{ 'options.depth': '3' }, { options: { depth: 3 } }, true],
    [{ 'options.depth': '3' }, { 'options.depth': 3 }, false],
    [{ 'paths.0': '/a' }, { paths: ['/a', '/b'] }, true],
    [{ 'paths.length': '2' }, { paths: ['/a', '/b'] }, false],
    [{ flag: 'true' }, { flag: true }, true],
    [{ list: '["a","b"]' }, { list: ['a', 'b'] }, true],
    [{ a: 'x', b: 'y' }, { a: 'x', b: 'z' }, false],
    [{ constructor: '**' }, {}, false],
    [{ '__proto__.x': '**' }, {}, false],
  ])('%j on %j: %s', (pattern, params, fits) => {
    expect(runs(pattern, params)).toBe(fits);
  });

  it.each([
    '/home/me/notes/../../../etc/passwd',
    '/home/me/notes/..',
    '/home/me/notes/sub\\..\\..\\..\\x',
    '/home/me/notes/%2e%2e/%2e%2e/x',
    '/home/me/notes/%252e%252e/x',
    '/home/me/notes/..%2f..%2fx',
    '/home/me/notes/%2E./x',
    '/home/me/notes/a\0/x',
    '/home/me/notes/a%00',
  ])('a value that may lead elsewhere never runs by a rule: %j', (path) => {
    expect(runs({ path: '/home/me/notes/**' }, { path })).toBe(false);
    expect(runs({ path: '**' }, { path })).toBe(false);
    expect(runs({ paths: '**' }, { paths: ['/home/me/notes/a', path] })).toBe(false);
  });

  it('a name that only looks like leading elsewhere runs', () => {
    for (const path of ['/home/me/notes/..a', '/home/me/notes/a..', '/home/me/notes/100%.md'])
      expect(runs({ path: '/home/me/notes/*' }, { path })).toBe(true);
  });

  it('what reads differently once decoded must fit both ways', () => {
    expect(runs({ path: '/notes/*' }, { path: '/notes/a%2fb' })).toBe(false);
    expect(runs({ path: '/notes/*' }, { path: '/notes/a\\b' })).toBe(false);
  });

  it.each([
    '/etc/passwd',
    '/home/../etc/passwd',
    '/../../etc/passwd',
    '/etc//passwd',
    '/./etc/passwd',
    '/%65tc/passwd',
    '\\etc\\passwd',
  ])('a denial finds its value however it is written: %j', (path) => {
    expect(denied({ path: '/etc/**' }, { path })).toBe(true);
    expect(denied({ paths: '/etc/**' }, { paths: ['/home/me', { deep: path }] })).toBe(true);
  });

  it('that are looked at do not count for a tool as such', () => {
    const tool = { target: 'mcp.files', tool: 'write_file', risk: 'high' } as const;
    const rules = [rule('deny', '*', NOTES), rule('run', 'mcp.files::*')];
    expect(judgeTool(rules, DEFAULTS, tool).decision).toBe('run');
  });
});

describe('the order of rules', () => {
  it('is that in which they win, whatever order they were added in', () => {
    const everywhere = rule('run', 'mcp.files::*');
    const longer = rule('run', 'mcp.files::read_*');
    const withParams = rule('run', 'mcp.*', { paramsPattern: { path: 'a' } });
    const here = rule('run', '*', { conversationKey: KEY });
    const asks = rule('ask', 'mcp.files::*');
    const denies = rule('deny', 'mcp.files::delete');
    const won = [denies, here, withParams, longer, asks, everywhere];
    expect([everywhere, longer, withParams, here, asks, denies].toSorted(byPrecedence)).toEqual(
      won,
    );
    expect(won.toReversed().toSorted(byPrecedence)).toEqual(won);
  });
});

it('a rule of an agent is narrower than one of all, and wider than one of a conversation', () => {
  const all = rule('run');
  const agents = rule('ask', '*', { agentId: 'helper' });
  const here = rule('run', '*', { conversationKey: KEY });
  expect(decide([all, agents])).toBe('ask');
  expect(decide([all, agents, here])).toBe('run');
});
