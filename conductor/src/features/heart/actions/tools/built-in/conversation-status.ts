import * as z from 'zod';

import { defineTool, jsonResult } from '../tool.ts';

/** `conductor::conversation.status` */
export const conversationStatus = defineTool({
  id: 'conductor::conversation.status',
  params: z.strictObject({}),
  risk: 'low',
  harmless: true,
  help: 'How this conversation stands: mode, jobs by status, latest reply seen.',
  run: async (_params, context) => {
    const status = await context.conversationStatus();
    return jsonResult({
      conversation_key: context.conversationKey,
      mode: status.mode,
      draining: status.draining,
      pause_reason: status.pauseReason,
      jobs: { ...status.jobs },
      latest_assistant_message_id: status.latestAssistantMessageId,
      latest_observed_at: status.latestObservedAtMs,
    });
  },
});
