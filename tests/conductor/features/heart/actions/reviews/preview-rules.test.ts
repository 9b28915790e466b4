import { expect, it } from 'vitest';

import { previewRules } from '../../../../../../conductor/src/features/heart/actions/reviews/preview-rules.ts';

type Past = Parameters<typeof previewRules>[0];

const defaults = { low: 'run', medium: 'ask', high: 'ask' } as const;
const rule = {
  ruleId: 'r',
  conversationKey: null,
  agentId: null,
  toolPattern: 'mcp.files::*',
  paramsPattern: { path: '**x**' },
  decision: 'deny',
  reason: null,
  evenIfTainted: false,
  createdAt: 0,
  version: 1,
} as const;

/** Actions that take some 20 ms each to be judged. */
const past = Array.from({ length: 8 }, (_none, n) => ({
  instruction: {
    instructionId: String(n),
    conversationKey: 'c',
    target: 'mcp.files',
    tool: 'write',
    paramsJson: JSON.stringify({ path: 'ﷺ'.repeat(30_000) }),
    risk: 'low',
    createdAt: 0,
  },
  localConversationId: 'c',
  conversationTitle: null,
  judgedJson: null,
  family: [],
  denied: false,
})) as unknown as Past;

const before = { rules: [], defaults };
const after = { rules: [rule], defaults };

it('others have their turn meanwhile', async () => {
  let turns = 0;
  const beat = setInterval(() => (turns += 1), 0);
  const preview = await previewRules(past, before, after, new AbortController().signal);
  clearInterval(beat);
  expect(preview.looked_at).toBe(past.length);
  expect(turns).toBeGreaterThan(2);
});

it('it ends when nobody wants to know any more', async () => {
  const preview = await previewRules(past, before, after, AbortSignal.abort());
  expect(preview.now.run).toBeLessThan(past.length);
});
