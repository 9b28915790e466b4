// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { SendAnswers } from '../../../extension/messages/send-messages.ts';
import { SendPage } from '../../../extension/send/send-page.tsx';
import { installWords } from '../../kit/install-words.ts';
import { click, drawn, drawnPage, type DrawnPage, enter } from '../drawn-page.ts';

const GIVEN: SendAnswers['send.ask'] = {
  text: 'Two lines,\nas they were marked.',
  destinations: [
    { platform: 'chatgpt', remote_conversation_id: 'c-1', title: '<b>Tea</b>' },
    { platform: 'claude', remote_conversation_id: 'c-2', title: 'Groceries' },
  ],
  to: null,
};

let given: SendAnswers['send.ask'];
let page: DrawnPage;
/** Answers the text that is on its way. */
let arrive: (answer: SendAnswers['send.to']) => void;

beforeAll(() => installWords());
beforeEach(() => {
  given = GIVEN;
  vi.spyOn(window, 'close').mockReturnValue();
});
afterEach(() => {
  page.end();
  vi.restoreAllMocks();
});

async function open(): Promise<void> {
  page = drawnPage(h(SendPage, { textId: 3 }), (message) => {
    const { kind } = message as { readonly kind: string };
    if (kind === 'send.ask') return Promise.resolve(given);
    return new Promise((resolve) => {
      if (kind === 'send.to') arrive = resolve;
    });
  });
  await vi.waitFor(() => expect(field().value + outcome()).not.toBe(''));
}

const part = <Kind extends HTMLElement>(selector: string): Kind | null =>
  document.querySelector<Kind>(selector);
const field = (): HTMLTextAreaElement => part('#text') as HTMLTextAreaElement;
const outcome = (): string => part('#outcome')?.textContent ?? '';
const send = (): HTMLButtonElement => part('#send') as HTMLButtonElement;
const titles = (): string[] =>
  [...document.querySelectorAll('#list strong')].map((one) => one.textContent);

test('a text is read over, and goes where a person says', async () => {
  await open();
  expect(field().value).toBe(GIVEN.text);
  expect(titles()).toEqual(['<b>Tea</b>', 'Groceries']);
  expect(send().disabled).toBe(true);
  expect(document.activeElement).toBe(part('#sought'));
  click(document.querySelectorAll('#list button')[1]);
  expect(document.querySelector('#list [aria-pressed=true] strong')?.textContent).toBe('Groceries');
  expect(document.activeElement).toBe(send());
  click(send());
  expect(page.asked).toEqual([
    { kind: 'send.ask', text_id: 3 },
    {
      kind: 'send.to',
      platform: 'claude',
      remote_conversation_id: 'c-2',
      text: GIVEN.text,
      hold_id: expect.any(String),
    },
  ]);
});

test('one on its way can be taken back, and nothing else be changed meanwhile', async () => {
  const [to] = GIVEN.destinations;
  given = { ...GIVEN, to: to ?? null };
  await open();
  expect(document.activeElement).toBe(send());
  click(send());
  expect(document.activeElement).toBe(part('#undo'));
  expect([field().disabled, send().disabled]).toEqual([true, true]);
  click(part('#undo'));
  const [, { hold_id }, undo] = page.asked as [unknown, { hold_id: string }, unknown];
  expect(undo).toEqual({ kind: 'send.undo', hold_id });
  arrive({ outcome: 'undone' });
  await vi.waitFor(() => expect(outcome()).toMatch(/^Taken back/));
  expect([field().disabled, send().disabled, part('#undo')]).toEqual([false, false, null]);
  expect(window.close).not.toHaveBeenCalled();
});

test('what is sought is found by its title and its site; what is chosen stays', async () => {
  await open();
  const sought = part<HTMLInputElement>('#sought');
  enter(sought, 'claude groc');
  expect(titles()).toEqual(['Groceries']);
  click(document.querySelector('#list button'));
  enter(sought, 'nothing of that');
  expect(titles()).toEqual(['Groceries']);
});

test('says when nothing fits, and when the text is gone', async () => {
  await open();
  enter(part('#sought'), 'nothing of that');
  expect(outcome()).not.toBe('');
  page.end();
  given = { ...GIVEN, text: null };
  await open();
  expect(field().disabled).toBe(true);
  expect(outcome()).toContain('gone');
});

test('a text of blanks alone is not sent', async () => {
  const [to] = GIVEN.destinations;
  given = { ...GIVEN, to: to ?? null };
  await open();
  drawn(() => {
    field().value = ' \n';
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(send().disabled).toBe(true);
});
