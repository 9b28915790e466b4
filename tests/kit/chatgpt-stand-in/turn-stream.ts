import { randomUUID } from 'node:crypto';
import type { RunningReply } from '../../../playground/chat-core.ts';
import { AssistantError } from '../../../playground/assistant.ts';
import type { Conversation, Turn } from '../../../playground/chat-turn.ts';
import { CANARIES } from './canaries.ts';
import {
  FINISHED,
  answerMessage,
  hiddenSystemMessage,
  recapMessage,
  thoughtsMessage,
  toolCallMessage,
  toolResultMessage,
  userMessage,
} from './chatgpt-message.ts';
import type { ChatgptMessage, Content } from './chatgpt-message.ts';
import { DeltaWriter } from './delta-writer.ts';
import type { Patch } from './delta-writer.ts';

/**
 * How a turn's stream looks; all seen on the real site.
 * - `plain`: the answer as text deltas, closed by one patch.
 * - `patched`: text already in the first frame, the rest as patches (since 2026-10).
 * - `thinking`: a hidden system message, thoughts and a recap before the answer.
 * - `tool`: a tool call and its result before the answer.
 * - `instant`: the whole answer in one frame.
 * - `handoff`: the stream ends early and continues at `/backend-api/f/conversation/resume`.
 */
export type TurnStyle = 'plain' | 'patched' | 'thinking' | 'tool' | 'instant' | 'handoff';

interface TurnStreamInput {
  readonly style: TurnStyle;
  readonly conversation: Conversation;
  readonly question: Turn;
  readonly reply: RunningReply;
  /** From `preludeOf`: what comes before the answer. */
  readonly prelude: readonly ChatgptMessage[];
}

const TEXT_PATH = '/message/content/parts/0';
const CLOSING: readonly Patch[] = [
  { p: '/message/status', o: 'replace', v: 'finished_successfully' },
  { p: '/message/end_turn', o: 'replace', v: true },
  { p: '/message/metadata', o: 'append', v: FINISHED },
];

/** The messages between question and answer, in their final form, as the history shows them later. */
export function preludeOf(style: TurnStyle): readonly ChatgptMessage[] {
  switch (style) {
    case 'thinking':
      return [hiddenSystemMessage(), thoughtsMessage(), recapMessage()];
    case 'tool':
      return [hiddenSystemMessage(), toolCallMessage(), toolResultMessage()];
    case 'plain':
    case 'patched':
    case 'instant':
    case 'handoff':
      return [];
  }
}

/** A turn as server-sent events, without pings and without the closing `[DONE]`, which are the sender's. */
export async function* encodeTurn(input: TurnStreamInput): AsyncGenerator<string> {
  const { style, conversation, question, reply } = input;
  const conversation_id = conversation.id;
  const named = (type: string, more: object): string =>
    unnamedEvent({ type, ...more, conversation_id });
  const marker = (name: string, event: 'first' | 'last'): string =>
    named('message_marker', { message_id: reply.messageId, marker: name, event });

  yield 'event: delta_encoding\ndata: "v1"\n\n';
  const token = `${CANARIES.tokenPrefix}resume-${randomUUID()}`;
  yield named('resume_conversation_token', { kind: 'topic', token });
  if (style !== 'instant') yield named('input_message', { input_message: userMessage(question) });

  const writer = new DeltaWriter();
  try {
    for (const message of input.prelude) yield* encodePrelude(writer, message, conversation_id);
    yield marker('user_visible_token', 'first');
    yield* encodeAnswer(writer, input, named);
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    yield writer.begin({
      message: null,
      conversation_id,
      error: error.message,
      error_code: 'server_error',
    });
    return;
  }
  yield marker('last_token', 'last');
  if (conversation.turns[0]?.id === question.id) {
    yield named('title_generation', { title: conversation.title });
  }
  yield named('server_ste_metadata', {
    metadata: { plan_type: 'free', model_slug: 'gpt-5-5', message_id: reply.messageId },
  });
  yield named('message_stream_complete', {});
  yield named('conversation_detail_metadata', { limits_progress: [], model_limits: [] });
}

async function* encodeAnswer(
  writer: DeltaWriter,
  { style, question, reply, prelude }: TurnStreamInput,
  named: (type: string, more: object) => string,
): AsyncGenerator<string> {
  const begin = (text: string, whole = false): string => {
    const turn: Turn = { ...question, id: reply.messageId, role: 'assistant', text };
    const message = answerMessage(turn, prelude.at(-1)?.id ?? question.id);
    return writer.begin(documentOf(whole ? message : unfinished(message), reply.conversationId));
  };
  const pieces = reply.pieces.read();

  if (style === 'instant') {
    let whole = '';
    for await (const piece of pieces) whole += piece;
    yield begin(whole, true);
    return;
  }
  if (style === 'patched') {
    yield begin((await pieces.next()).value ?? '');
    for await (const piece of pieces) yield writer.patch([{ p: TEXT_PATH, o: 'append', v: piece }]);
    yield writer.patch(CLOSING);
    return;
  }

  yield begin('');
  yield named('message_marker', {
    message_id: reply.messageId,
    marker: 'final_channel_token',
    event: 'first',
  });
  let held: string | null = null; // The last piece travels in the closing patch.
  let written = 0;
  for await (const piece of pieces) {
    if (held !== null) {
      yield writer.append(TEXT_PATH, held);
      written += 1;
      if (style === 'handoff' && written === 1) yield handoff(named);
    }
    held = piece;
  }
  yield writer.patch([{ p: TEXT_PATH, o: 'append', v: held ?? '' }, ...CLOSING]);
}

/** Is this the event after which the sender closes the first stream? */
export function isHandoff(event: string): boolean {
  return event.startsWith('data: {"type":"stream_handoff"');
}

function handoff(named: (type: string, more: object) => string): string {
  const topic_id = `conversation-turn-${randomUUID()}`;
  return named('stream_handoff', {
    turn_exchange_id: randomUUID(),
    options: [{ type: 'resume_sse_endpoint', topic_id }],
  });
}

function* encodePrelude(
  writer: DeltaWriter,
  message: ChatgptMessage,
  conversationId: string,
): Generator<string> {
  const { content } = message;
  const grows = content.content_type === 'thoughts' || content.content_type === 'code';
  yield writer.begin(documentOf(grows ? unfinished(message) : message, conversationId));
  if (content.content_type === 'thoughts') {
    for (const [index, thought] of content.thoughts.entries()) {
      const opened = { ...thought, content: '', finished: false };
      yield writer.append('/message/content/thoughts', [opened]);
      for (const word of wordsOf(thought.content)) {
        yield writer.append(`/message/content/thoughts/${index}/content`, word);
      }
      yield writer.patch([
        { p: `/message/content/thoughts/${index}/finished`, o: 'replace', v: true },
        { p: '/message/status', o: 'replace', v: 'finished_successfully' },
        { p: '/message/end_turn', o: 'replace', v: false },
      ]);
    }
  } else if (content.content_type === 'code') {
    for (const word of wordsOf(content.text)) yield writer.append('/message/content/text', word);
    yield writer.patch([
      { p: '/message/status', o: 'replace', v: 'finished_successfully' },
      { p: '/message/end_turn', o: 'replace', v: false },
    ]);
  }
}

/** The message as it begins: its text may be there, its end is not. */
function unfinished(message: ChatgptMessage): ChatgptMessage {
  return {
    ...message,
    content: emptied(message.content),
    status: 'in_progress',
    end_turn: null,
    metadata: { message_type: 'next', parent_id: message.metadata['parent_id'] ?? null },
  };
}

function emptied(content: Content): Content {
  if (content.content_type === 'thoughts') return { ...content, thoughts: [] };
  if (content.content_type === 'code') return { ...content, text: '' };
  return content;
}

function documentOf(message: ChatgptMessage, conversationId: string): object {
  return { message, conversation_id: conversationId, error: null, error_code: null };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+/g) ?? [];
}

function unnamedEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
