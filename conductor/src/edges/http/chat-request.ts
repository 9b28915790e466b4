import * as z from 'zod';

import { agentId, chatId, modelRef } from '../../../../shared/api/agent-fields.ts';
import { identifier, jsonObject } from '../../../../shared/api/fields.ts';
import { faultOf } from '../../../../shared/api/fault-of.ts';
import type { ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type {
  ChatAnswer,
  ChatAnswers,
  ChatAsk,
  ChatTurn,
} from '../../features/minds/agents/feature.ts';

/** Longest text of a turn: a model is asked with all of it. */
const MAX_TEXT = 200_000;

const messageId = z.string().min(1).max(256);

/** Fields that are read of a message: what clients keep beside them is theirs. */
const message = z.object({
  id: messageId.optional(),
  role: z.enum(['user', 'assistant', 'system']),
  parts: z.array(z.looseObject({ type: z.string().max(256) })).max(10_000),
});

type Message = z.output<typeof message>;

const reason = z.string().max(2_000).nullable().default(null);

/** A part of an assistant's message to which a person gave an answer that the server has not heard. */
const answeredPart = z.object({
  approval: z.object({ id: identifier, approved: z.boolean(), reason }),
});

const approvalResult = z.strictObject({
  approvalId: identifier.nullable().default(null),
  toolCallId: identifier.nullable().default(null),
  approved: z.boolean(),
  reason,
  params: jsonObject.optional(),
});

const body = z.strictObject({
  id: chatId,
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  messageId: messageId.optional(),
  message: message.optional(),
  messages: z.array(z.unknown()).max(10_000).optional(),
  agent: agentId.optional(),
  model: modelRef.optional(),
  resumeFromAiMessageId: messageId.optional(),
  approvalResult: approvalResult.optional(),
});

export type ChatRequest =
  | { readonly kind: 'turn'; readonly ask: ChatAsk }
  | { readonly kind: 'answers'; readonly id: string; readonly given: ChatAnswers };

/**
 * Reads a request of `useChat`. Of its messages only the last is read, and of that only what a person said: words, or
 * answers to what waits for them. History is ours, whatever a client says that an assistant said or a tool returned.
 */
export function readChatRequest(given: unknown): Result<ChatRequest, ApiError> {
  const read = body.safeParse(given ?? {});
  if (!read.success) return err(faultOf('body', read.error));
  const { id, trigger, messages, agent, model = null, messageId: named = null } = read.data;
  const { approvalResult: result, resumeFromAiMessageId: asks } = read.data;
  if (result !== undefined || asks !== undefined) {
    if (result === undefined) return invalid('body.approvalResult', 'belongs to it.');
    if (asks === undefined) return invalid('body.resumeFromAiMessageId', 'belongs to it.');
    return ok({ kind: 'answers', id, given: { messageId: asks, answers: [result] } });
  }
  const open = agent === undefined ? null : { agent, model };
  const last = lastOf(read.data.message, messages);
  if (!last.ok) return last;
  if (trigger === 'regenerate-message') {
    const turn = last.value?.role === 'user' ? turnOf(last.value) : ok(null);
    if (!turn.ok) return turn;
    return asked({ id, open, what: { kind: 'again', turn: turn.value, messageId: named } });
  }
  if (last.value?.role === 'assistant') {
    const answers = answersOf(last.value);
    return answers.ok ? ok({ kind: 'answers', id, given: answers.value }) : answers;
  }
  if (last.value?.role !== 'user')
    return invalid('body.messages', 'ends with a message of the role user.');
  const turn = turnOf(last.value);
  if (!turn.ok) return turn;
  return asked({ id, open, what: { kind: 'say', turn: turn.value, replaces: named } });
}

function asked(ask: ChatAsk): Result<ChatRequest, ApiError> {
  return ok({ kind: 'turn', ask });
}

function lastOf(
  one: Message | undefined,
  all: readonly unknown[] | undefined,
): Result<Message | null, ApiError> {
  if (one !== undefined) return ok(one);
  const last = all?.at(-1); // guard: chat-history
  if (last === undefined) return ok(null);
  const read = message.safeParse(last);
  return read.success
    ? ok(read.data)
    : err(faultOf(`body.messages.${(all?.length ?? 1) - 1}`, read.error));
}

function turnOf({ id, parts }: Message): Result<ChatTurn, ApiError> {
  const other = parts.find(({ type }) => type !== 'text');
  if (other !== undefined)
    return invalid('body.messages', `a part of the type ${other.type} cannot be sent to an agent.`);
  const text = parts
    .flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n');
  if (text.trim() === '') return invalid('body.messages', 'the last message has no text.');
  if (text.length > MAX_TEXT)
    return invalid('body.messages', `the last message is longer than ${MAX_TEXT} characters.`);
  return ok({ id: id ?? null, text });
}

function answersOf({ id, parts }: Message): Result<ChatAnswers, ApiError> {
  const answered = parts.filter(({ state }) => state === 'approval-responded');
  if (id === undefined || answered.length === 0)
    return invalid('body.messages', 'ends with a message of the role user, or with answers.');
  const answers: ChatAnswer[] = [];
  for (const part of answered) {
    const read = answeredPart.safeParse(part);
    if (!read.success) return err(faultOf('body.messages', read.error));
    const { id: approvalId, ...said } = read.data.approval;
    answers.push({ approvalId, toolCallId: null, ...said });
  }
  return ok({ messageId: id, answers });
}

function invalid(field: string, why: string): Result<never, ApiError> {
  return err({ code: 'invalid_request', text: `${field}: ${why}`, field });
}
