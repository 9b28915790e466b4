import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { asking } from '../../../../kit/browser-frames.ts';
import {
  type ChatModelWorld,
  chatModelWorld,
  type Session,
} from '../../../../kit/chat-model-world.ts';
import { stockChat } from '../../../../kit/stock-chat.ts';

const chatsOf = ({ site }: ChatModelWorld): string[] =>
  site.heard.map(({ conversation }) => conversation);

const clientOf = (world: ChatModelWorld, { session_id: id }: Session) =>
  stockChat(world.conductor, { id });

const wordsOf = (chat: ReturnType<typeof clientOf>): string =>
  (chat.messages.at(-1)?.parts ?? [])
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('');

test('a question asked in other words goes into a new chat, which never hears the first', async () => {
  const world = await chatModelWorld((_text, count) => `Reply ${count}.`);
  const chat = clientOf(world, await world.open('chat:chatgpt'));
  await chat.sendMessage({ text: 'Which tea?' });
  const [asked] = chat.messages;
  await chat.sendMessage({ text: 'Which coffee?', messageId: asked?.id ?? '' });
  expect(wordsOf(chat)).toBe('Reply 2.');
  expect(chatsOf(world)).toEqual(['chat-1', 'chat-2']);
  expect(world.site.heard[1]?.text).toMatch(/# Task[^]*Which coffee\?$/);
  expect(world.site.heard[1]?.text).not.toContain('tea');
});

test('another answer to the same question comes from a new chat', async () => {
  const world = await chatModelWorld((_text, count) => `Reply ${count}.`);
  const chat = clientOf(world, await world.open('chat:chatgpt'));
  await chat.sendMessage({ text: 'Which tea?' });
  await chat.regenerate();
  expect(wordsOf(chat)).toBe('Reply 2.');
  expect(chatsOf(world)).toEqual(['chat-1', 'chat-2']);
  expect(world.site.heard[1]?.text).toMatch(/# Task[^]*Which tea\?$/);
});

test('a chat is not left because long results have grown old', async () => {
  const echo = (letter: string) =>
    asking(`@conductor::echo::${JSON.stringify({ text: letter.repeat(2_500) })}`);
  const world = await chatModelWorld((_text, count) =>
    count <= 6 ? echo('abcdef'.charAt(count - 1)) : 'Done.',
  );
  const sent = await world.say(await world.open('chat:chatgpt'), 'Echo.');
  expect(sent.reply?.text).toBe('Done.');
  expect(new Set(chatsOf(world))).toEqual(new Set(['chat-1']));
  expect(world.site.heard).toHaveLength(7);
  // It is told each result once, whole, when it is new.
  expect(world.site.heard.map(({ text }) => text.includes('a'.repeat(2_500)))).toEqual([
    false,
    true,
    ...Array.from({ length: 5 }, () => false),
  ]);
});

test('a worker has a chat of its own, beside the one that asks it', async () => {
  const task = { name: 'time', task: 'Tell the time.', scope: 'the time' };
  const answer = { summary: 'It is late.', evidence: [{ claim: 'The clock says so.' }] };
  const world = await chatModelWorld((text) => {
    if (text.includes('# Scope')) return asking('@conductor::time');
    if (!text.startsWith('Baton results'))
      return asking(`@agent::sub-agent::${JSON.stringify(task)}`);
    return text.includes('@conductor::time ok') ? JSON.stringify(answer) : `It brought ${text}`;
  });
  const sent = await world.say(
    await world.open('chat:chatgpt', 'orchestrator'),
    'What time is it?',
  );
  expect(sent.reply?.text).toContain('It is late.');
  expect(chatsOf(world)).toEqual(['chat-1', 'chat-2', 'chat-2', 'chat-1']);
  const { items } = await world.ask<ResponseOf<'listModelBindings'>>('GET', '/v1/model-bindings');
  expect(items).toHaveLength(2);
});
