// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { type KnownTalk, KnownTalks, talkOf } from '../../../extension/content/known-talks.ts';
import type { RenderedTurn } from '../../../extension/content/rendered-turns.ts';

function talks(): KnownTalks {
  const stored = new Map<string, unknown>();
  return new KnownTalks({
    get: async (key) => ({ [key]: stored.get(key) }),
    set: async (items) => Object.entries(items).forEach(([key, value]) => stored.set(key, value)),
  });
}

/** A person, then the assistant, and so on. */
const shown = (...texts: string[]): RenderedTurn[] =>
  texts.map((text, index) => ({ id: null, role: index % 2 === 0 ? 'user' : 'assistant', text }));

const TALK = shown('Hi.', 'Hello.', 'Tell me of tea.', 'It is a **leaf**.');

function known(id: string, turns = TALK, path = '/chat'): KnownTalk {
  const talk = talkOf(id, path, turns);
  if (talk === null) throw new Error('nothing to know it by');
  return talk;
}

test('a conversation is known by its last turns at the path where it was', async () => {
  const all = talks();
  await all.keep(known('one'));
  expect(await all.find('/chat', TALK)).toBe('one');
  // What a page draws of the same words differs in its marks.
  const drawn = shown('Hi.', 'Hello.', 'Tell me of tea.', 'It is a leaf.');
  expect(await all.find('/chat', drawn)).toBe('one');
});

test.for([
  ['at another path', '/', TALK],
  ['after an answer that is another', '/chat', shown('Hi.', 'Hello.', 'Tell me of tea.', 'No.')],
  ['after a message that is another', '/chat', shown('Hi.', 'Hello.', 'Of milk.', 'It is a leaf.')],
  [
    'after other turns before it',
    '/chat',
    shown('Yo.', 'What?', 'Tell me of tea.', 'It is a leaf.'),
  ],
  ['when it has gone on', '/chat', [...TALK, ...shown('More.', 'No.')]],
  ['in a page that shows nothing', '/chat', []],
] as const)('no conversation is known %s', async ([, path, turns]) => {
  const all = talks();
  await all.keep(known('one'));
  expect(await all.find(path, turns)).toBeNull();
});

test('of two that stand the same neither is known', async () => {
  const all = talks();
  await all.keep(known('one'));
  await all.keep(known('two'));
  expect(await all.find('/chat', TALK)).toBeNull();
  await all.keep(known('two', [...TALK, ...shown('More.', 'No.')]));
  expect(await all.find('/chat', TALK)).toBe('one');
});

test('one that was lost before an answer is known with or without it', async () => {
  const all = talks();
  await all.keep({ ...known('one'), answered: null });
  expect(await all.find('/chat', TALK)).toBe('one');
  expect(await all.find('/chat', TALK.slice(0, 3))).toBe('one');
  expect(await all.find('/chat', [...TALK, ...shown('More.')])).toBeNull();
});

test('a single exchange is not enough to know one by', () => {
  expect(talkOf('one', '/chat', shown('Hi.', 'Hello.'))).toBeNull();
});

test('what was stored by another version is as if nothing was', async () => {
  const all = new KnownTalks({
    get: async (key) => ({ [key]: [null, 7, { id: 'one', path: '/chat' }] }),
    set: async () => undefined,
  });
  expect(await all.find('/chat', TALK)).toBeNull();
});
