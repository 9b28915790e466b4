import { at, idAt, listAt, textAt } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { isTopicId } from './locate.ts';
import { trpcCalls } from './trpc.ts';

export interface LobechatSend extends SendDescription {
  /** Where its outcome stands in the answer. */
  readonly index: number | null;
}

/**
 * A turn is saved by one call, before a model is asked for the reply. The request to the model is not
 * described: titles and other tasks are asked for in just the same way. Source: site.md,
 * Sending.
 */
export function readSend(request: TappedRequest): LobechatSend | null {
  for (const { procedure, index, input } of trpcCalls(request)) {
    const turn = procedure === 'aiChat.sendMessageInServer' ? savedTurn(input) : null;
    const found = turn ?? (procedure === 'aiAgent.execAgent' ? agentTurn(input) : null);
    if (found !== null) return { ...found, index };
  }
  return null;
}

function savedTurn(input: unknown): SendDescription | null {
  const text = textAt(input, 'newUserMessage', 'content');
  const isInThread = idAt(input, 'threadId') !== null || isGiven(input, 'newThread');
  if (text === null || isInThread) return null;
  return {
    kind: 'next',
    text,
    userMessageId: idAt(input, 'newUserMessage', 'id'),
    remoteConversationId: topicAt(input),
    parentMessageId: idAt(input, 'newUserMessage', 'parentId'),
  };
}

/** The server runs the agent: the same call also lets it go on, or answers an old turn anew. */
function agentTurn(input: unknown): SendDescription | null {
  const text = textAt(input, 'prompt');
  if (text === null || idAt(input, 'appContext', 'threadId') !== null) return null;
  const resumes =
    isGiven(input, 'resumeApproval') ||
    isGiven(input, 'resumeToolResult') ||
    listAt(input, 'resumeApprovals').length > 0;
  const parentMessageId = idAt(input, 'parentMessageId');
  const again = parentMessageId === null ? 'next' : 'variant';
  return {
    kind: resumes ? 'continue' : again,
    text,
    userMessageId: idAt(input, 'clientIds', 'userMessageId'),
    remoteConversationId: topicAt(at(input, 'appContext')),
    parentMessageId,
  };
}

/** superjson writes null for what is undefined. */
function isGiven(input: unknown, field: string): boolean {
  return (at(input, field) ?? null) !== null;
}

function topicAt(value: unknown): string | null {
  const id = idAt(value, 'topicId');
  return isTopicId(id) ? id : null;
}
