import { posix, win32 } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../conductor/src/baa/json-value.ts';
import { judge } from '../../conductor/src/features/heart/policy/policy.ts';
import type {
  PolicyDecision,
  PolicyRule,
  Risk,
} from '../../conductor/src/features/heart/policy/rows.ts';
import { timed } from '../kit/timed.ts';

const CASES = Number(process.env['BATON_FUZZ_CASES'] ?? 3_000);
const DEFAULTS = { low: 'run', medium: 'ask', high: 'ask' } as const;

function rule(decision: PolicyDecision, paramsPattern: PolicyRule['paramsPattern']): PolicyRule {
  const rest = { conversationKey: null, agentId: null, evenIfTainted: false };
  const made = { reason: null, createdAt: 1, version: 1 };
  return { ruleId: 'rule', toolPattern: '*', paramsPattern, decision, ...rest, ...made };
}

function decide(one: PolicyRule, params: JsonObject, risk: Risk): PolicyDecision {
  return judge([one], DEFAULTS, { target: 'mcp.web', tool: 'fetch', params, risk }).decision;
}

/** Tells whether a rule that runs decides, where nothing else would run. */
const runs = (pattern: string, text: string): boolean =>
  decide(rule('run', { at: pattern }), { at: text }, 'high') === 'run';
/** In spite of a rule that denies, where all else would. */
const escapes = (pattern: string, text: string): boolean =>
  decide(rule('deny', { at: pattern }), { at: text }, 'low') === 'run';

const UNSEEN = ['\t', '\n', '\r', ' ', '\0', '\u00AD', '\u200B'];
const PIECES = [
  ...String.raw`/ \ . .. ./ ../ %2e %2E%2e %2f %5c %252e %00 %09 ? # ; : @ :443 :80 // a x@ 。 ／ ．`.split(
    ' ',
  ),
  ...'public secret evil.example evil.example. EVIL.example %65vil.example'.split(' '),
  ...'good.example a.good.example https: https:// HTTPS://'.split(' '),
  ...UNSEEN,
];
const piece = fc.constantFrom(...PIECES);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

function addressOf(spelling: string): URL | null {
  return URL.canParse(spelling) ? new URL(spelling) : null;
}

describe('a rule that lets an address be fetched unasked', () => {
  it.each([
    'https://evil.example?.good.example/',
    'https://evil.example#.good.example/',
    'https://evil.example:99999?.good.example/',
    'https://evil.example？.good.example/',
  ])('of any host under one lets none fetch another: %j', (spelling) => {
    expect(runs('https://*.good.example/**', spelling)).toBe(false);
  });

  it.each([
    'https://good.example/public/.\t./secret',
    'https://good.example/public/\n../secret',
    'https://good.example/public/..?x',
    'https://good.example/public/..#x',
    'https://good.example/public/..;/secret',
    'https://good.example/public/%c0%ae%c0%ae/secret',
    'https://good.example/public/．．/secret',
    'https://good.example/public/%2525252e%2525252e/secret',
  ])('of one folder lets none fetch what lies beside it: %j', (spelling) => {
    expect(runs('https://good.example/public/**', spelling)).toBe(false);
  });

  it('lets none lead elsewhere, however it is spelled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('https://', 'https://a.good.example/public/'),
        text,
        (begun, rest) => {
          const spelling = begun + rest;
          if (!runs('https://*.good.example/public/**', spelling)) return;
          const address = addressOf(spelling);
          expect([address?.protocol, address?.hostname]).toEqual([
            'https:',
            expect.stringMatching(/\.good\.example$/),
          ]);
          expect(address?.pathname).toMatch(/^\/public\//);
        },
      ),
      { numRuns: CASES },
    );
  });

  it.each([
    ['https://good.example', 'https://good.example'],
    ['https://good.example/*', 'https://good.example/a b'],
    ['https://good.example/ü/*', 'https://good.example/ü/a?b=c%20d#e'],
    ['file:///home/me/**', 'file:///home/me/a/b'],
    ['**', 'Two lines\nof text: file: https://good.example'],
  ])('%j still fits %j', (pattern, spelling) => {
    expect(runs(pattern, spelling)).toBe(true);
  });
});

describe('a rule that lets files of a folder be read unasked', () => {
  it('lets none lead out of it, however it is spelled and on whichever system', () => {
    fc.assert(
      fc.property(text, (rest) => {
        const path = `/notes/${rest}`;
        if (!runs('/notes/**', path)) return;
        expect(`${posix.resolve('/', path)}/`).toMatch(/^\/notes\//);
        expect(`${win32.resolve('C:\\', path)}\\`).toMatch(/^C:\\notes\\/);
      }),
      { numRuns: CASES },
    );
  });
});

describe('a rule that denies', () => {
  it.each([
    'https://EVIL.example/x',
    'https://evil.example:443/x',
    'https://me:pass@evil.example/x',
    'https:evil.example/x',
    'ht\ttps://evil.example/x',
    ' https://evil.example/x',
    'https://ｅvil.example/x',
    'https://evil.example./x',
    'https://evil。example/x',
    'https://evil.example?x',
  ])('finds its host in %j', (spelling) => {
    expect(escapes('https://evil.example/**', spelling)).toBe(false);
  });

  it('finds its host however it is spelled', () => {
    fc.assert(
      fc.property(fc.constantFrom('https:', 'https://', ' HTTPS:/', ''), text, (begun, rest) => {
        const spelling = begun + rest;
        const address = addressOf(spelling);
        const isIt = address?.protocol === 'https:' && /^evil\.example\.?$/.test(address.host);
        // A host alone is none of the addresses under it.
        if (!isIt || (address.href.length < 25 && !/[/?#]$/.test(spelling))) return;
        expect(escapes('https://evil.example/**', spelling)).toBe(false);
      }),
      { numRuns: CASES },
    );
  });

  it.each(['/ETC/passwd', ' /etc/passwd', '/etc\t/passwd', 'file:///etc/passwd', '/ｅtc/passwd'])(
    'finds its folder in %j',
    (spelling) => {
      expect(escapes('/etc/**', spelling)).toBe(false);
    },
  );

  it('asks about what may lead to it, from wherever that begins', () => {
    const relative = { at: '../../etc/passwd' };
    expect(decide(rule('deny', { at: '/etc/**' }), relative, 'low')).toBe('ask');
    expect(decide(rule('ask', { at: '/etc/**' }), relative, 'low')).toBe('ask');
    expect(decide(rule('run', { at: '/etc/**' }), relative, 'low')).toBe('run');
  });

  it('looks at names inside a param, and at params whose names have dots', () => {
    const files = { files: { '/etc/passwd': 'root' } };
    expect(decide(rule('deny', { files: '/etc/**' }), files, 'low')).toBe('deny');
    const dotted = rule('deny', { 'options.path': '/etc/**' });
    expect(decide(dotted, { 'options.path': '/etc/passwd' }, 'low')).toBe('deny');
    const both = { 'options.path': '/etc/passwd', options: { path: '/home/me' } };
    expect(decide(dotted, both, 'low')).toBe('deny');
    const allowed = rule('run', { 'options.path': '/home/**' });
    expect(decide(allowed, both, 'high')).toBe('ask');
  });
});

describe('params that are long', () => {
  it.each([
    ['of much to decode', '%41\\ab/c.d '],
    ['that climb', `${'a/'.repeat(50)}${'../'.repeat(50)}`],
    ['of many names', '*/'],
    ['of marks in a row', '\u0301\u0316'],
    ['of letters that are many', 'ﷺ'],
  ])('%s hold nobody up', (_how, part) => {
    const at = part.repeat(250_000 / part.length);
    const rules = Array.from({ length: 50 }, (_none, n) => rule('deny', { at: `**x${n}/*y**z` }));
    const action = { target: 'mcp.web', tool: 'fetch', params: { at }, risk: 'low' } as const;
    const { result, tookMs } = timed(() => judge(rules, DEFAULTS, action));
    expect(result.decision).toBe('ask');
    expect(tookMs).toBeLessThan(1_000);
  });

  it('are asked about where a rule looks at them, and run where none does', () => {
    const long = 'x'.repeat(40_000);
    expect(runs('/notes/**', `/notes/${long}`)).toBe(false);
    const elsewhere = rule('run', { at: '/notes/*' });
    expect(decide(elsewhere, { at: '/notes/a', text: long }, 'high')).toBe('run');
  });
});
