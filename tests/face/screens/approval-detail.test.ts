// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { ApprovalDetail } from '../../../face/screens/approvals/approval-detail.tsx';
import { speak } from '../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../drawn-screen.ts';

const PARAMS = { command: `ls\u200B${' '.repeat(40)}; rm`, env: { LD_PRELOAD: '/x.so' } };
const APPROVAL = {
  approval_id: 'a',
  local_conversation_id: 'c',
  conversation_title: 'Tea',
  kind: 'permission',
  decision: 'open',
  quoted: false,
  tool_changed: false,
  reason: null,
  instruction: { instruction_id: 'i', action: 'mcp.sh::run', risk: 'medium', params: PARAMS },
  expires_at: null,
  decided_by: null,
  created_at: 0,
  decided_at: null,
};
const { env } = PARAMS;
const PREVIEW = { kind: 'command', ...PARAMS, folder: null, cut: false, rest: { env } };

const WHY = {
  now: { decision: 'ask', because: 'risk', rule_id: null },
  rules: [],
  tool_change: null,
};

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

const allow = (): HTMLButtonElement | null =>
  screen.place.querySelector<HTMLButtonElement>('[aria-keyshortcuts="y"]');

function draw(preview: unknown): void {
  screen = drawScreen(
    () => h(ApprovalDetail, { id: 'a', onAnswered: () => undefined }),
    (id) => {
      if (id === 'explainInstruction') return WHY;
      return id === 'getApprovalPreview' ? preview : APPROVAL;
    },
  );
}

test('what it would change is shown with all else that it brings, and all that hides in it', async () => {
  draw(PREVIEW);
  await vi.waitFor(() => expect(screen.place.querySelector('pre')).not.toBeNull());
  expect(screen.text('pre')).toBe('ls⟨U+200B U+0020 × 41⟩; rm');
  expect(screen.text('.params')).toContain('LD_PRELOAD');
  await vi.waitFor(() => expect(allow()?.disabled).toBe(false));
});

test('it is not answered before it is shown what it would do', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let show: (preview: unknown) => void = () => undefined;
  draw(new Promise((resolve) => (show = resolve)));
  await vi.waitFor(() => expect(allow()).not.toBeNull());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(allow()?.disabled).toBe(true);
  show(PREVIEW);
  await vi.waitFor(() => expect(allow()?.disabled).toBe(false));
});
