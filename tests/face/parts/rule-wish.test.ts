import { expect, it } from 'vitest';

import { draftOfRule, NEW_RULE, type RuleDraft, wishOf } from '../../../face/parts/rule-wish.ts';

const draft = (part: Partial<RuleDraft>): RuleDraft => ({
  ...NEW_RULE,
  tool: 'mcp.files::read_*',
  ...part,
});

it('a rule that is opened and not changed wishes what it is', () => {
  const wish = {
    tool: 'mcp.files::*',
    conversation: 'c1',
    agent: null,
    params: { path: 'notes/**', mode: 'r' },
    decision: 'run',
    even_if_tainted: true,
    reason: 'They are mine.',
  } as const;
  expect(wishOf(draftOfRule(wish))).toEqual(wish);
  expect(wishOf(draftOfRule({ ...wish, params: null, reason: null }))).toEqual({
    ...wish,
    params: null,
    reason: null,
  });
});

it.each([
  ['no tool', { tool: ' ' }, 'rule_no_tool'],
  ['a tool without its target', { tool: 'read' }, 'rule_no_target'],
  ['a target without its tool', { tool: 'mcp.files::' }, 'rule_no_target'],
  ['a blank in the tool', { tool: 'mcp.files::read *' }, 'rule_no_target'],
  ['a param without a name', { params: [{ name: '', pattern: 'x' }] }, 'rule_no_name'],
  [
    'two params of one name',
    {
      params: [
        { name: 'a', pattern: 'x' },
        { name: 'a ', pattern: 'y' },
      ],
    },
    'rule_same_name',
  ],
])('%s is said before it is asked for', (_what, part, fault) => {
  expect(wishOf(draft(part))).toBe(fault);
});
