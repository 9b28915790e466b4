import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { judgeAction } from '../../../conductor/src/features/heart/policy/feature.ts';
import type { JsonObject } from '../../../face/parts/params-fields.ts';
import { type Proposal, proposalsFor } from '../../../face/parts/rule-proposals.ts';

const shown = (params: JsonObject) =>
  proposalsFor('mcp.files::write', params).map(({ width, params: patterns }) => [width, patterns]);

describe('rules that are proposed for an action', () => {
  it('go from these values to the folder to the tool', () => {
    expect(shown({ path: '/home/me/notes/todo.md', content: 'tea' })).toEqual([
      ['values', { path: '/home/me/notes/todo.md', content: 'tea' }],
      ['folder', { path: '/home/me/notes/**' }],
      ['tool', null],
    ]);
  });

  it.each([
    ['no params: the tool alone', {}, ['tool']],
    ['no path: no folder', { text: 'tea', count: 3 }, ['values', 'tool']],
    ['a file at the root: all of the disk is no folder', { path: '/x' }, ['values', 'tool']],
    ['a star, which no pattern can say', { path: 'a/*.md' }, ['folder', 'tool']],
    ['a dot in the name of a param', { 'a.b': 'x' }, ['tool']],
    ['a value that is longer than a pattern', { text: 'x'.repeat(2_001) }, ['tool']],
    ['a path that climbs', { path: 'a/../b/c' }, ['tool']],
    ['a path with backslashes', { path: String.raw`C:\a\b` }, ['tool']],
  ])('%s', (_what, params, widths) => {
    expect(shown(params).map(([width]) => width)).toEqual(widths);
  });

  it('keep two paths each in its folder, and an address below its host', () => {
    expect(shown({ from: 'a/b', to: 'https://example.org/x/y' })[1]).toEqual([
      'folder',
      { from: 'a/**', to: 'https://example.org/x/**' },
    ]);
  });

  it('would let this very action run, each of them', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('a', '..', '.', '', '%2e', '\\', 'b*', 'https://h'), {
          maxLength: 5,
        })
        .map((parts) => parts.join('/')),
    );
    const value = fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 2 }));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('path', 'text', 'a b'), value), (params) => {
        for (const proposal of proposalsFor('mcp.files::write', params)) {
          expect(decisionBy(proposal, params)).toBe('run');
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

function decisionBy({ tool, params: paramsPattern }: Proposal, params: JsonObject): string {
  const rule = {
    ruleId: 'r',
    conversationKey: null,
    agentId: null,
    toolPattern: tool,
    paramsPattern,
    decision: 'run',
    reason: null,
    evenIfTainted: false,
    createdAt: 0,
    version: 1,
  } as const;
  const action = { target: 'mcp.files', tool: 'write', params, risk: 'medium' } as const;
  return judgeAction([rule], { low: 'ask', medium: 'ask', high: 'ask' }, action).decision;
}
