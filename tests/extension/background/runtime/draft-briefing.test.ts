import { expect, test } from 'vitest';

import { draftBriefing } from '../../../../extension/background/runtime/draft-briefing.ts';
import type { PageState } from '../../../../extension/messages/page-messages.ts';
import { page } from '../builders/view.ts';

type Parts = Parameters<typeof draftBriefing>[1];

function world(told: string | null, answer: unknown, pages: readonly PageState[] = [page()]) {
  const asked: unknown[] = [];
  const drafts: [number, string][] = [];
  const parts: Parts = {
    link: {
      async ask(question) {
        asked.push(question);
        return told;
      },
    },
    directory: { pages: new Map(pages.map((state, tab) => [tab, state])) },
    tabs: {
      async draft(tabId, text) {
        drafts.push([tabId, text]);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  };
  return { asked, drafts, parts };
}

test('the words for the assistant are those of its conversation, and become a draft in its page', async () => {
  const { asked, drafts, parts } = world('You can act.', { ok: true });
  expect(await draftBriefing(0, parts)).toEqual({ ok: true });
  const conversation = { platform: 'chatgpt', remote_conversation_id: 'c-1' };
  expect(asked).toEqual([{ type: 'briefing_ask', conversation }]);
  expect(drafts).toEqual([[0, 'You can act.']]);
});

test('a chat that has not begun is asked about without an id', async () => {
  const { asked, parts } = world('You can act.', { ok: true }, [
    page({ remote_conversation_id: null }),
  ]);
  await draftBriefing(0, parts);
  expect(asked).toEqual([{ type: 'briefing_ask', conversation: null }]);
});

test('what stands in the way is told: no page, no conductor, a draft, a page without the script', async () => {
  const draft = { ok: false, code: 'draft_present', text: 'The composer holds a draft.' };
  expect(await draftBriefing(5, world('x', { ok: true }).parts)).toMatchObject({
    code: 'page_gone',
  });
  expect(await draftBriefing(0, world(null, { ok: true }).parts)).toMatchObject({
    code: 'internal',
  });
  expect(await draftBriefing(0, world('x', draft).parts)).toEqual(draft);
  expect(await draftBriefing(0, world('x', 'nonsense').parts)).toMatchObject({ code: 'page_gone' });
  expect(await draftBriefing(0, world('x', new Error('gone')).parts)).toMatchObject({
    code: 'page_gone',
  });
});
