import { randomUUID } from 'node:crypto';

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

import { toldWhole } from '../../../../shared/model/completeness.ts';
import type { BatonApi } from '../../../../shared/api/operations.ts';
import { failure, structured } from './tool-result.ts';

type Until = 'settled' | 'final' | 'acked';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const text = z.string().min(1).max(1_000_000);

const timeout = z.number().int().min(1).max(3_600).optional().describe('Seconds; default 600');

const until = z
  .enum(['settled', 'final', 'acked'])
  .optional()
  .describe('How far to wait: settled (all that follows is over), final (its reply is), or acked');

const SENDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const;

/** How often a waiting client hears that it is still going on. */
const PROGRESS_MS = 5_000;

/** Adds the MCP tools that send messages and wait for replies. */
export function addMessageTools(server: McpServer, api: BatonApi): void {
  server.registerTool(
    'send_message',
    {
      title: 'Send a message',
      description:
        'Sends a message into a chat, waits until the actions that follow are over, and gives back the last reply. With wait false it returns at once with a job id.',
      inputSchema: {
        conversation: z.string().min(1).max(300),
        text,
        wait: z.boolean().optional(),
        until,
        timeout_s: timeout,
      },
      annotations: SENDS,
    },
    async (
      { conversation: id, text: message, wait = true, until: goal, timeout_s = 600 },
      extra,
    ) => {
      // Named once: whatever is asked twice below is sent once.
      const idempotencyKey = randomUUID();
      const sent = await api.call(
        'sendMessage',
        { params: { id }, body: { text: message } },
        { idempotencyKey },
      );
      if (!sent.ok) return failure(sent.error);
      const { job } = sent.value;
      if (!wait) return structured({ job: job.job_id, status: job.status });
      return waitFor(api, job.job_id, { until: goal, timeoutS: timeout_s }, extra);
    },
  );

  server.registerTool(
    'start_conversation',
    {
      title: 'Start a chat',
      description:
        'Starts a new chat on a site, as chatgpt, with a first message, and gives back the last reply.',
      inputSchema: {
        platform: z.string().min(1).max(280),
        text,
        title: z.string().min(1).max(500).optional(),
        mode: z.enum(['auto', 'manual']).optional(),
        wait: z.boolean().optional(),
        until,
        timeout_s: timeout,
      },
      annotations: SENDS,
    },
    async (
      {
        platform,
        text: message,
        title = null,
        mode = 'manual',
        wait = true,
        until: goal,
        timeout_s = 600,
      },
      extra,
    ) => {
      const started = await api.call(
        'startConversation',
        { body: { platform, text: message, title, mode } },
        { idempotencyKey: randomUUID() },
      );
      if (!started.ok) return failure(started.error);
      const { job, conversation } = started.value;
      const id = conversation.local_conversation_id;
      if (!wait) return structured({ conversation: id, job: job.job_id, status: job.status });
      return waitFor(api, job.job_id, { until: goal, timeoutS: timeout_s }, extra);
    },
  );

  server.registerTool(
    'wait_for_reply',
    {
      title: 'Wait for a reply',
      description: 'Goes on waiting for what comes of a message that was sent before.',
      inputSchema: { job: z.string().min(1).max(300), until, timeout_s: timeout },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ job, until: goal, timeout_s = 600 }, extra) =>
      waitFor(api, job, { until: goal, timeoutS: timeout_s }, extra),
  );

  server.registerTool(
    'cancel_message',
    {
      title: 'Cancel a message',
      description: 'Cancels a message that is not in the chat yet, or the wait for its reply.',
      inputSchema: { job: z.string().min(1).max(300) },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    async ({ job: id }) => {
      const cancelled = await api.call('cancelJob', { params: { id } });
      if (!cancelled.ok) return failure(cancelled.error);
      return structured({ job: id, status: cancelled.value.status });
    },
  );
}

/** Waits in pieces, and says in between that it does. A client that gives up ends the wait, not the message. */
async function waitFor(
  api: BatonApi,
  job: string,
  {
    until: goal = 'settled',
    timeoutS,
  }: { readonly until: Until | undefined; readonly timeoutS: number },
  { signal, sendNotification, _meta }: Extra,
): Promise<CallToolResult> {
  const startedAt = Date.now();
  const endsAt = startedAt + timeoutS * 1_000;
  for (;;) {
    const wait = Math.max(1, Math.min(PROGRESS_MS, endsAt - Date.now()));
    const waited = await api.call(
      'waitForJob',
      { params: { id: job }, query: { until: goal, timeout_ms: wait } },
      { signal },
    );
    if (!waited.ok) return failure(waited.error);
    const { job: now, reply, open, timed_out: isOpen } = waited.value;
    if (now.status === 'failed') {
      return failure(now.error ?? { code: 'internal', text: 'The message was not delivered.' });
    }
    const { local_conversation_id: conversation, status } = now;
    const { complete = null } = reply ?? {};
    const value = { conversation, job, status, reply: reply?.text ?? null, complete, open };
    const said = reply === null ? null : toldWhole(reply.text, complete ?? 'whole');
    if (!isOpen) return structured(value, said ?? undefined);
    if (signal.aborted || Date.now() >= endsAt) {
      const so = said ?? `No final reply yet; the message is ${status}`;
      return structured(
        value,
        `${so}\n\n${nextStepText(open)} Call wait_for_reply with job ${job}.`,
      );
    }
    if (_meta?.progressToken !== undefined) {
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      await sendNotification({
        method: 'notifications/progress',
        params: {
          progressToken: _meta.progressToken,
          progress: seconds,
          total: timeoutS,
          message: `${status}, ${seconds} s`,
        },
      });
    }
  }
}

function nextStepText({
  approvals,
  actions,
}: {
  readonly approvals: number;
  readonly actions: number;
}) {
  if (approvals > 0) return `${approvals} actions wait for a person.`;
  return actions > 0 ? `${actions} actions still run.` : 'It goes on.';
}
