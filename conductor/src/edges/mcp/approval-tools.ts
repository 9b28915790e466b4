import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

import type { BatonApi } from '../../../../shared/api/operations.ts';
import { failure, structured } from './tool-result.ts';

/** Adds the MCP tools that show what waits for a person. None answers: only a person does. */
export function addApprovalTools(server: McpServer, api: BatonApi): void {
  server.registerTool(
    'list_approvals',
    {
      title: 'What waits for a person',
      description:
        "Actions that a chat asked for and that wait to be allowed, with all their params. quoted: the words of the action stand in something delivered to the chat, or said in it. tool_changed: the server of the tool describes it in another way than the person accepted. may_leak: it can carry data out of a chat that has read what is the person's own and words of strangers. second_reply: the message that the chat answers was answered before.",
      inputSchema: { conversation: z.string().max(300).optional() },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ conversation }) => {
      const query = {
        decision: 'open' as const,
        ...(conversation !== undefined && { conversation }),
      };
      const page = await api.call('listApprovals', { query });
      if (!page.ok) return failure(page.error);
      const approvals = page.value.items.map((one) => ({
        approval: one.approval_id,
        conversation: one.local_conversation_id,
        kind: one.kind,
        action: one.instruction.action,
        params: one.instruction.params,
        risk: one.instruction.risk,
        quoted: one.quoted,
        tool_changed: one.tool_changed,
        may_leak: one.may_leak,
        second_reply: one.second_reply,
      }));
      return structured({ approvals });
    },
  );

  server.registerTool(
    'answer_approval',
    {
      title: 'Answer what waits',
      description:
        'Answers an approval in the name of the person: ask them first. approve or deny for a permission; run_again, skip or tell for an unknown outcome.',
      inputSchema: {
        approval: z.string().min(1).max(300),
        decision: z.enum(['approve', 'deny', 'run_again', 'skip', 'tell']),
        reason: z.string().max(2_000).optional(),
        params: z.record(z.string(), z.json()).optional().describe('With approve: run with these'),
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    async ({ approval: id, decision, reason = null, params }) => {
      const body = { decision, reason, ...(params !== undefined && { params }) };
      const answered = await api.call('answerApproval', { params: { id }, body });
      if (!answered.ok) return failure(answered.error);
      return structured({ approval: id, decision: answered.value.decision });
    },
  );
}
