// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { AskedWhy } from '../../../../face/screens/approvals/asked-why.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../../drawn-screen.ts';

const RULE = {
  rule_id: 'r1',
  conversation: null,
  tool: 'mcp.files::*',
  params: null,
  decision: 'ask',
  reason: null,
  created_at: 0,
};

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

function draw(now: object): void {
  screen = drawScreen(
    () => h(AskedWhy, { instructionId: 'i', tool: 'mcp.files::write' }),
    () => ({
      now,
      judged: null,
      rules: [{ ...RULE, rule_id: 'r0', decision: 'run' }, RULE],
      tool_change: null,
    }),
  );
}

test('the rule that asks is named, and leads to itself', async () => {
  draw({ decision: 'ask', because: 'rule', rule_id: 'r1' });
  await vi.waitFor(() => expect(screen.text('p')).toContain('A rule of yours asks.'));
  expect(screen.place.querySelector('a')?.getAttribute('href')).toBe('/rules/r1');
});

test('where none fits, its risk asks', async () => {
  draw({ decision: 'ask', because: 'risk', rule_id: null });
  await vi.waitFor(() => expect(screen.text('p')).toContain('No rule fits'));
  const links = [...screen.place.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/rules?tool=mcp.files%3A%3Awrite']);
});

test('what would not ask any more says what it would do', async () => {
  draw({ decision: 'deny', because: 'rule', rule_id: 'r1' });
  await vi.waitFor(() => expect(screen.text('p')).toContain('it would not ask: ▲ Denied'));
});
