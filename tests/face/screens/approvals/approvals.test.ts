// @vitest-environment happy-dom
import { type FunctionComponent, h } from 'preact';
import { Route, Router } from 'preact-iso/router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Approvals } from '../../../../face/screens/approvals/approvals.tsx';
import { speak } from '../../../../face/words/word.ts';
import { drawScreen, type DrawnScreen } from '../../drawn-screen.ts';

/** The router without its own type, which takes children that only JSX gives. */
const Routed = Router as unknown as FunctionComponent;

let screen: DrawnScreen;
beforeAll(() => speak('en'));
afterEach(() => screen.end());

const approval = (n: number): object => ({
  approval_id: `a${n}`,
  local_conversation_id: 'c',
  conversation_title: 'Tea',
  decision: 'open',
  kind: 'permission',
  created_at: 1_000 - n,
  expires_at: null,
  instruction: { instruction_id: `i${n}`, action: `test::n${n}`, risk: 'low', params: {} },
});

test('those beyond the first page are asked for at the end of the list', async () => {
  screen = drawScreen(
    () => h(Routed, null, h(Route, { default: true, component: Approvals })),
    (id, request) => {
      if (id !== 'listApprovals') return undefined;
      const { cursor } = (request as { readonly query: { readonly cursor?: string } }).query;
      return cursor === undefined
        ? { items: [approval(1), approval(2)], next_cursor: 'more' }
        : { items: [approval(3)], next_cursor: null };
    },
  );
  await vi.waitFor(() => expect(screen.text('.list')).toContain('test::n3'));
  expect(screen.text('.list')).toContain('test::n1');
});
