// @vitest-environment happy-dom
import { h } from 'preact';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { ConversationPage } from '../../../../face/screens/conversations/conversation-page.tsx';
import { speak } from '../../../../face/words/word.ts';
import { type Asked, drawScreen, type DrawnScreen, page } from '../../drawn-screen.ts';

const CONVERSATION = {
  local_conversation_id: 'c',
  platform: 'chatgpt',
  mode: 'paused',
  draining: false,
  pause_reason: 'loop_detected',
  title: 'Fix the \u202Eparser',
  labels: ['kitchen'],
  latest_observed_at: null,
  final_timeout_ms: 60_000,
  open_jobs: 0,
  open_approvals: 0,
  connected: true,
  created_at: 0,
  updated_at: 0,
  renewal: null,
  account: null,
  aliases: [],
};
const TEXT = 'I look.\n\n```baa\n@a::b::{}\n```\n\nDone.';
const REPLY = {
  message_id: 'm',
  role: 'assistant',
  author: 'assistant',
  text: TEXT,
  size: TEXT.length,
  more: false,
  action_spans: [{ start: 16, end: 25, instruction_id: 'i' }],
  observed_at: 0,
  job_id: null,
  actions: 1,
};
const ACTION = {
  instruction_id: 'i',
  assistant_message_id: 'm',
  action: 'a::b',
  params: {},
  risk: 'low',
  status: 'succeeded',
  result: { text: 'fine', format: 'text' },
  error: null,
  started_at: 0,
  finished_at: 12,
};
const SETTINGS = { max_message_chars: { default: 10, local: 5 } };

const ANSWERS: Readonly<Record<string, unknown>> = {
  getConversation: CONVERSATION,
  listMessages: page(REPLY),
  listInstructions: page(ACTION),
  getSettings: { settings: SETTINGS, changed: [] },
};

let screen: DrawnScreen;
/** Answer to sending. */
let refusal: { readonly code: string; readonly text: string };

beforeAll(async () => {
  await speak('en');
  // The page loads it with the first text that it shows.
  await import('../../../../face/parts/prose/markdown.tsx');
});
beforeEach(() => {
  refusal = { code: 'conductor_unreachable', text: 'Gone.' };
  screen = drawScreen(
    () => h(ConversationPage, { id: 'c' }),
    (id) => (id === 'sendMessage' ? refusal : ANSWERS[id]),
  );
});
afterEach(() => screen.end());

const text = (selector: string): string => screen.text(selector);
const sent = (): readonly Asked[] => screen.asked.filter(({ id }) => id === 'sendMessage');

test('an action stands where it was written, in place of its block', async () => {
  await vi.waitFor(() => {
    const order = [...(screen.place.querySelector('.prose')?.children ?? [])];
    expect(order.map((one) => one.className || one.textContent)).toEqual([
      'I look.',
      'action',
      'Done.',
    ]);
  });
  await vi.waitFor(() => expect(text('.action')).toContain('Done'));
});

test('a paused chat says why, and no title turns its line around', async () => {
  await vi.waitFor(() => expect(text('.problem')).toContain('loop_detected'));
  expect(text('h2')).toContain('Fix the ⟨U+202E⟩parser');
});

test('how much of a reply there is, is said while it is written', async () => {
  await vi.waitFor(() => expect(text('.thread')).toContain('I look.'));
  const progress = { local_conversation_id: 'c', characters: 1_240, since: 0 };
  await vi.waitFor(() => {
    screen.tell({ kind: 'progress', progress });
    expect(text('.replying')).toContain('1,240 characters, 38 sec');
  });
  screen.tell({ kind: 'progress', progress: { ...progress, ended: true } });
  await vi.waitFor(() => expect(screen.place.querySelector('.replying')).toBeNull());
});

test('a message of which nobody knows whether it was taken is the same wish when it is sent again', async () => {
  await vi.waitFor(() => expect(text('.composer')).toContain('0 / 10'));
  const field = screen.place.querySelector('textarea') as HTMLTextAreaElement;
  field.value = 'longer than ten';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(text('.composer')).toContain('15 / 10'));
  expect(text('.composer')).toContain('goes out as a part');
  const send = async (count: number): Promise<void> => {
    const button = screen.place.querySelector('.composer button.main') as HTMLButtonElement;
    await vi.waitFor(() => expect(button.disabled).toBe(false));
    button.click();
    await vi.waitFor(() => expect(sent()).toHaveLength(count));
  };
  await send(1);
  await vi.waitFor(() => expect(text('.composer')).toContain('conductor_unreachable'));
  expect(field.value).toBe('longer than ten');
  refusal = { code: 'conversation_paused', text: 'Paused.' };
  await send(2);
  await vi.waitFor(() => expect(text('.composer')).toContain('conversation_paused'));
  await send(3);
  const [one, two, three] = sent();
  expect(two?.options).toEqual(one?.options);
  expect(three?.options).not.toEqual(two?.options);
});

const SESSION = {
  agent_id: 'notes',
  model: 'local:qwen3',
  run_mode: 'readonly',
  tokens: { input: 1_200, output: 34 },
};

test('a conversation with an agent says which and asks for its work, and neither for pages nor to be taught', async () => {
  screen.end();
  const agents = { ...CONVERSATION, platform: 'agent', mode: 'auto', pause_reason: null };
  screen = drawScreen(
    () => h(ConversationPage, { id: 'c' }),
    (id) => ({ ...ANSWERS, getConversation: agents, getAgentSession: SESSION })[id] as unknown,
  );
  const asked = (): readonly string[] => screen.asked.map(({ id }) => id);
  await vi.waitFor(() => expect(asked()).toContain('listAgentRuns'));
  await vi.waitFor(() => expect(text('.side')).toContain('local:qwen3'));
  expect(text('.side')).toContain('1,200 read, 34 written');
  expect(asked()).not.toContain('listRuntimes');
  expect(text('.head')).not.toContain('Teach');
});
