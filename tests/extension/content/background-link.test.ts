import { expect, test } from 'vitest';

import {
  BackgroundLink,
  type ExtensionRuntime,
} from '../../../extension/content/background-link.ts';
import type { ObservedReply } from '../../../extension/messages/page-messages.ts';

const REPLY: ObservedReply = {
  platform: 'chatgpt',
  remote_conversation_id: 'c-1',
  aliases: [],
  assistant_message_id: 'm-1',
  raw_text: 'Hello.',
  complete: 'whole',
  observed_at: 1,
  source: 'live',
  in_reply_to: null,
  attempt_id: null,
  page_url: 'https://chatgpt.com/c/c-1',
  page_title: '',
};

function linkTo(answers: (message: unknown) => Promise<unknown>): BackgroundLink {
  const runtime: ExtensionRuntime = { id: 'baton', sendMessage: answers };
  return new BackgroundLink(runtime, new AbortController().signal, () => undefined);
}

test('a reply longer than the background takes is not sent, and holds up none that follow', async () => {
  const sent: unknown[] = [];
  const link = linkTo(async (message) => {
    sent.push(message);
    return { stored: true };
  });
  const tooLong = { ...REPLY, raw_text: 'x'.repeat(1_000_001) };
  const answers = await Promise.all([
    link.deliver({ kind: 'page.reply', reply: tooLong }, 'replies'),
    link.deliver({ kind: 'page.reply', reply: REPLY }, 'replies'),
  ]);
  expect(answers).toEqual([null, { stored: true }]);
  expect(sent).toEqual([{ kind: 'page.reply', reply: REPLY }]);
});

test('a message nobody answered is sent again, before those that came after it', async () => {
  const sent: string[] = [];
  const link = linkTo(async (message) => {
    const { reply } = message as { reply: ObservedReply };
    sent.push(reply.assistant_message_id);
    return sent.length === 1 ? undefined : { stored: true };
  });
  await Promise.all(
    ['m-1', 'm-2'].map((assistant_message_id) =>
      link.deliver({ kind: 'page.reply', reply: { ...REPLY, assistant_message_id } }, 'replies'),
    ),
  );
  expect(sent).toEqual(['m-1', 'm-1', 'm-2']);
});
