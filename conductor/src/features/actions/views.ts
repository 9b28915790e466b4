import * as z from 'zod';

import type { AnswerOf } from '../../../../shared/api/operations.ts';
import type { InstructionRow } from './reads.sqlite.ts';

export type InstructionView = AnswerOf<'getInstruction'>;

const object = z.record(z.string(), z.json());

export function instructionView(row: InstructionRow): InstructionView {
  const { error_code: code, result_text: text } = row;
  return {
    instruction_id: row.instruction_id,
    local_conversation_id: row.local_conversation_id,
    assistant_message_id: row.assistant_message_id,
    position: row.position,
    action: row.target === '' ? null : `${row.target}::${row.tool}`,
    params: object.parse(JSON.parse(row.params_json)),
    risk: row.risk,
    status: row.status,
    result: text === null ? null : { text, format: row.result_format },
    error: code === null ? null : { code, text: row.error_text ?? '' },
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
  };
}
