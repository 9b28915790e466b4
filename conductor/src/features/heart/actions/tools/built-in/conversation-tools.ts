import * as z from 'zod';

import {
  defineTool,
  failed,
  jsonResult,
  textResult,
  type Tool,
  type ToolContext,
} from '../tool.ts';
import type { ConversationPort } from '../../../deliveries/feature.ts';

const DEFAULT_WAIT_S = 30 * 60;

const MAX_TEXT_LENGTH = 100_000;

export interface ConversationLimits {
  /** How many conversations may ask one another in a row. */
  readonly maxDepth: () => number;
  /** Longest wait for a reply. */
  readonly longestWaitMs: number;
}

const message = {
  to: z.string().min(1).max(256).describe('local_conversation_id, from conversation::list'),
  text: z.string().min(1).max(MAX_TEXT_LENGTH),
};

/** The `conversation` target: one chat writes to another. */
export function conversationTools(
  port: ConversationPort,
  { maxDepth, longestWaitMs }: ConversationLimits,
): readonly Tool[] {
  const longestWaitS = Math.floor(longestWaitMs / 1_000);

  /** The same action sends the same message, even when it runs again after a crash. */
  async function send(to: string, text: string, context: ToolContext) {
    const { conversationKey, instructionId, chain } = context;
    if (chain.includes(to)) {
      const self = chain.at(-1) === to;
      return failed(
        'cycle_detected',
        self
          ? 'This conversation cannot write to itself.'
          : `${to} waits for this conversation, directly or through others. Answer from what is here.`,
      );
    }
    if (chain.length > maxDepth()) {
      return failed(
        'cycle_detected',
        `${chain.length} conversations ask one another already; at most ${maxDepth()} may. Answer from what is here.`,
      );
    }
    const dedupeKey = `conversation:${instructionId}`;
    const sent = await port.send({ from: conversationKey, chain, to, text, dedupeKey });
    return sent.ok ? sent.value : failed(sent.error.code, sent.error.text);
  }

  const list = defineTool({
    id: 'conversation::list',
    params: z.strictObject({
      query: z.string().max(200).optional().describe('Part of a title'),
      limit: z.int().min(1).max(50).optional(),
    }),
    risk: 'low',
    readOnly: true,
    help: 'Other chats that can be written to; only those in auto take messages.',
    run: async ({ query = '', limit = 20 }, { chain }) => {
      const found = await port.list(query === '' ? null : query, limit + 1);
      const others = found.filter(
        ({ localConversationId }) => localConversationId !== chain.at(-1),
      );
      return jsonResult(
        others.slice(0, limit).map(({ localConversationId, platform, title, mode }) => ({
          local_conversation_id: localConversationId,
          platform,
          title,
          mode,
        })),
      );
    },
  });

  const sendOnly = defineTool({
    id: 'conversation::send',
    params: z.strictObject(message),
    risk: 'medium',
    idempotent: true,
    egress: true,
    help: 'Writes to another chat and does not wait.',
    run: async ({ to, text }, context) => {
      const sent = await send(to, text, context);
      return 'ok' in sent ? sent : jsonResult({ job_id: sent.jobId, status: 'queued' });
    },
  });

  const sendAndWait = defineTool({
    id: 'conversation::send_and_wait',
    params: z.strictObject({
      ...message,
      timeout_s: z.int().min(1).max(longestWaitS).optional().describe('1800 without it'),
    }),
    risk: 'medium',
    idempotent: true,
    brings: ['untrusted'],
    egress: true,
    cost: 'slow',
    waits: true,
    // A little more than the longest wait, so that the wait says itself that it is over.
    timeLimitMs: longestWaitMs + 5_000,
    help: 'Writes to another chat and gives back its reply.',
    run: async ({ to, text, timeout_s: timeoutS }, context) => {
      const sent = await send(to, text, context);
      if ('ok' in sent) return sent;
      const waitS = Math.min(timeoutS ?? DEFAULT_WAIT_S, longestWaitS);
      const over = AbortSignal.timeout(waitS * 1_000);
      const signal = AbortSignal.any([context.signal, over]);
      const reply = await port.waitForFinal(sent.jobId, signal, context.conversationKey);
      if (reply.ok) return textResult(reply.value.text);
      if (!over.aborted || context.signal.aborted)
        return failed(reply.error.code, reply.error.text);
      return failed(
        'final_message_timeout',
        `The message is on its way or in the chat (job ${sent.jobId}), but no reply came within ${waitS} s. It is not sent again.`,
      );
    },
  });

  return [list, sendOnly, sendAndWait];
}
