import { describe, expect, it } from 'vitest';

import { proseHints } from '../../../conductor/src/text-risk/prose-hints.ts';
import {
  type Risk,
  type RiskContext,
  scanRisk,
} from '../../../conductor/src/text-risk/scan-risk.ts';
import { PROSE_EXAMPLES } from '../../kit/prose-examples.ts';
import { sampled } from '../../kit/samples.ts';
import { timed } from '../../kit/timed.ts';

const PLACES = { home: '/home/me', dataFolder: '/home/me/.local/share/baton' } as const;
const BASH = { name: 'bash', isTrusted: false } as const;
const SHELL: RiskContext = { ...PLACES, shell: BASH };
const ASSISTANT: RiskContext = { ...PLACES, shell: null };

const idsOf = ({ findings }: Risk): readonly string[] => findings.map(({ rule }) => rule);

const rows = (kind: 'match' | 'pass') =>
  Object.entries(PROSE_EXAMPLES).flatMap(([id, one]) => one[kind].map((text) => ({ id, text })));

describe('what an assistant is told', () => {
  it.each(rows('match'))('$id is hinted at by: $text', ({ id, text }) => {
    expect(idsOf(scanRisk(text, ASSISTANT))).toContain(id);
  });

  it.each(rows('pass'))('$id is not hinted at by: $text', ({ id, text }) => {
    expect(idsOf(scanRisk(text, ASSISTANT))).not.toContain(id);
  });

  it('is hinted at by rules with words in both languages, and examples', () => {
    for (const { hint } of proseHints().all) {
      expect(hint.words.en, hint.id).not.toBe('');
      expect(hint.words.zh, hint.id).toMatch(/\p{Script=Han}/u);
      expect(PROSE_EXAMPLES[hint.id]?.match.length, hint.id).toBeGreaterThan(0);
    }
  });

  it.each([
    'r"m" x',
    '\\rm x',
    '/bin/rm x',
    "r''m -rf x",
    'ｒｍ x',
    'r\u200bm x',
    "$'\\x72m' x",
    'please run:\u2028rm x',
    '`sudo del x`',
    '```\nA=b shutdown\n```',
    '```\ngit \\\npush --force\n```',
  ])('is read in every way that there is: %j', (text) => {
    expect(scanRisk(text, ASSISTANT).level).toBe('high');
  });

  it.each(['请实现导出功能，并写测试', 'Add --json to `export`.', 'npm test', ''])(
    'is of low risk where nothing hints at any: %j',
    (text) => expect(scanRisk(text, ASSISTANT)).toEqual({ level: 'low', findings: [] }),
  );

  it('finds folders of the person and of Baton', () => {
    expect(scanRisk('Open /home/me/.local/share/baton/baton.db', ASSISTANT).level).toBe('high');
    expect(scanRisk('Open /home/you/.ssh/config', ASSISTANT).level).toBe('low');
  });
});

describe('what a shell is told', () => {
  it('is low where it is known to be harmless, and high else', () => {
    expect(scanRisk('ls -la && git status', SHELL)).toEqual({ level: 'low', findings: [] });
    expect(scanRisk('frobnicate', SHELL)).toMatchObject({
      level: 'high',
      findings: [{ rule: 'not-listed', match: 'frobnicate' }],
    });
    expect(scanRisk('ls', { ...PLACES, shell: { ...BASH, name: 'fish' } }).level).toBe('high');
  });

  it.each(['cat /etc/shadow', 'cat ~/.ssh/id_ed25519', 'type C:\\Windows\\System32\\config\\SAM'])(
    'FR-006: names the place of the system that it only reads: %s',
    (text) => {
      const found = scanRisk(text, SHELL);
      expect(found.level).toBe('high');
      expect(idsOf(found)).toContain('sensitive-path');
    },
  );

  it('FR-006: is shown with the rule that it meets, and with the words that meet it', () => {
    const text = 'echo 你好\u200b; ｒｍ -rf build';
    const found = scanRisk(text, SHELL).findings.find(({ rule }) => rule === 'delete-files');
    expect(found).toEqual({
      rule: 'delete-files',
      level: 'high',
      start: text.indexOf('ｒ'),
      end: text.length,
      match: 'ｒｍ -rf build',
    });
    const [long] = scanRisk(`rm ${'x'.repeat(5_000)}`, SHELL).findings;
    expect(long?.match).toHaveLength(200);
  });
});

/** Parts that a rule could read again and again. */
const HARD = [
  'a',
  ' ',
  '\\',
  "'",
  '"',
  '`',
  '(',
  '$(',
  '${',
  '{',
  '{a,',
  '[',
  '$',
  '#',
  '# ',
  '<',
  '<<',
  '<<A\n',
  '|',
  '&',
  '\n',
  '\r',
  '\u2028',
  'sudo ',
  'sh ',
  'git ',
  'git push ',
  'rm ',
  'echo a|sh;',
  'sh|',
  'sh -c "',
  'cp /etc/[ ',
  '../',
  '/etc/',
  'curl x | ',
  'iex ',
  'aaaa(',
  '~',
  '```\n',
  '` ',
  '"$(',
  '\u0301',
  'a\u0301',
  '\u200b',
  '\u{e0001}',
  '\ud800',
  "$'\\",
  'drop ',
  '> ',
  '%A',
  'format ',
  '写/',
  'eval $(',
  'x=',
  '- rm.',
];

describe('the time it takes grows by the length of the text alone', () => {
  const LENGTH = 65_536;
  const filled = (part: string): string =>
    part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
  it.each(sampled(HARD, 3, 9, 18, 24, 30))('%j', (part) => {
    const text = filled(part);
    for (const worker of ['shell', 'assistant'] as const) {
      const { tookMs } = timed(() =>
        scanRisk(text, { ...PLACES, shell: worker === 'shell' ? BASH : null }),
      );
      expect(tookMs, worker).toBeLessThan(2_000);
    }
  });
});
