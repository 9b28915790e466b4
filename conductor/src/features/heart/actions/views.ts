import * as z from 'zod';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { ShownInstruction } from './queries.ts';

export type InstructionView = ResponseOf<'getInstruction'>;

const object = z.record(z.string(), z.json());

export function instructionView({
  instruction: row,
  localConversationId,
  assistantMessageId,
}: ShownInstruction): InstructionView {
  const { errorCode: code, resultText: text } = row;
  return {
    instruction_id: row.instructionId,
    local_conversation_id: localConversationId,
    assistant_message_id: assistantMessageId,
    position: row.position,
    action: row.target === '' ? null : `${row.target}::${row.tool}`,
    params: object.parse(JSON.parse(row.paramsJson)),
    risk: row.risk,
    status: row.status,
    result: text === null ? null : { text, format: row.resultFormat },
    error: code === null ? null : { code, text: row.errorText ?? '' },
    created_at: row.createdAt,
    started_at: row.startedAt,
    finished_at: row.finishedAt,
  };
}
