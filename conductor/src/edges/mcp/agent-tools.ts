import { randomUUID } from 'node:crypto';

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

import { agentId, modelRef } from '../../../../shared/api/agent-fields.ts';
import type { BatonApi, ResponseOf } from '../../../../shared/api/operations.ts';
import { failure, structured } from './tool-result.ts';
import type { Extra } from './wait-for-call.ts';

type Run = ResponseOf<'getAgentRun'>;

const PIECE_MS = 5_000;

/** Clients give up after a minute, as a rule: before that they are told how to go on. */
const DEFAULT_WAIT_S = 45;

/** Adds the MCP tool that gives an agent a task. What else is asked of agents are operations with tools of their own. */
export function addAgentTools(server: McpServer, api: BatonApi): void {
  server.registerTool(
    'agent_run',
    {
      title: 'Give an agent a task',
      description:
        'Gives an agent a task, waits, and gives back its answer. A wait that runs out loses nothing: agent_status goes on with the run.',
      inputSchema: {
        agent: agentId,
        text: z.string().min(1).max(1_000_000),
        session: z
          .string()
          .min(1)
          .max(300)
          .optional()
          .describe('Goes on in that conversation with it'),
        model: modelRef.optional(),
        wait_s: z.number().int().min(0).max(3_600).optional().describe('Default 45'),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    async ({ agent, text, session: known, model = null, wait_s = DEFAULT_WAIT_S }, extra) => {
      const opened =
        known === undefined
          ? await api.call('openAgentSession', { body: { agent, model } })
          : await api.call('getAgentSession', { params: { id: known } });
      if (!opened.ok) return failure(opened.error);
      if (opened.value.agent_id !== agent)
        return failure({ code: 'invalid_request', text: `session: is not one with ${agent}.` });
      const { session_id: id } = opened.value;
      const sent = await api.call(
        'sendMessage',
        { params: { id }, body: { text } },
        { idempotencyKey: randomUUID() },
      );
      if (!sent.ok) return failure(sent.error);
      return waitForRun(api, sent.value.job.job_id, wait_s * 1_000, extra);
    },
  );
}

/** Waits in pieces, and says in between that it does. A client that gives up ends the wait, not the run. */
async function waitForRun(
  api: BatonApi,
  id: string,
  waitMs: number,
  { signal, sendNotification, _meta }: Extra,
): Promise<CallToolResult> {
  const startedAt = Date.now();
  for (;;) {
    const left = waitMs - (Date.now() - startedAt);
    const query = { wait: Math.max(0, Math.min(PIECE_MS, left)) };
    const asked = await api.call('getAgentRun', { params: { id }, query });
    if (!asked.ok) return failure(asked.error);
    const run = asked.value;
    const passed = Date.now() - startedAt;
    if (rests(run) || signal.aborted || passed >= waitMs) return told(run);
    if (_meta?.progressToken !== undefined)
      await sendNotification({
        method: 'notifications/progress',
        params: {
          progressToken: _meta.progressToken,
          progress: Math.round(passed / 1_000),
          total: waitMs / 1_000,
          message: `${run.status}, ${run.steps_used} steps`,
        },
      });
  }
}

function rests({ status }: Run): boolean {
  return ['succeeded', 'failed', 'stopped', 'waiting_person'].includes(status);
}

function told({ run_id: run, session_id: session, ...rest }: Run): CallToolResult {
  const { agent_id: agent, status, reply, approvals, error } = rest;
  if (status === 'failed' || status === 'stopped')
    return failure(error ?? { code: 'cancelled', text: `The run ${run} is ${status}.` });
  const value = { agent, session, run, status, reply, approvals };
  if (reply !== null) return structured(value, reply);
  const next =
    status === 'waiting_person'
      ? `It waits for a person: ${approvals.length} of its calls are to be decided on.`
      : `It is ${status}.`;
  return structured(value, `${next} agent_status goes on with the run ${run}.`);
}
