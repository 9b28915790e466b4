import type { ErrorCode } from '../../../../shared/model/error-codes.ts';
import { type Keyed, type Page, type PageWish, readPage } from '../../stores/sqlite/page.ts';
import type { Statements } from '../../stores/sqlite/statements.ts';
import type { WorkFilter } from '../deliveries/feature.ts';
import type { Risk } from '../policy/feature.ts';
import type { InstructionStatus } from './instruction.machine.ts';

export interface InstructionRow extends Keyed {
  readonly instruction_id: string;
  readonly local_conversation_id: string;
  readonly assistant_message_id: string;
  readonly position: number;
  readonly target: string;
  readonly tool: string;
  readonly params_json: string;
  readonly risk: Risk;
  readonly status: InstructionStatus;
  readonly result_text: string | null;
  readonly result_format: 'text' | 'json';
  readonly error_code: ErrorCode | null;
  readonly error_text: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
}

export const INSTRUCTION_COLUMNS = `i.instruction_id, c.local_conversation_id, m.assistant_message_id, i.position, i.target, i.tool,
  i.params_json, i.risk, i.status, i.result_text, i.result_format, i.error_code, i.error_text, i.created_at, i.started_at,
  i.finished_at`;

const INSTRUCTION = `${INSTRUCTION_COLUMNS}
  from instructions i cross join message_anchors m on m.anchor_id = i.anchor_id
  cross join conversations c on c.conversation_key = i.conversation_key`;

export function listInstructions(
  statements: Statements,
  { conversationKey, status }: WorkFilter<InstructionStatus>,
  page: PageWish,
): Page<InstructionRow> {
  return readPage<InstructionRow>(
    statements,
    {
      select: INSTRUCTION,
      where: [
        conversationKey === undefined ? null : ['i.conversation_key = ?', conversationKey],
        status === undefined ? null : ['i.status = ?', status],
      ],
      key: ['i.created_at', 'i.instruction_id'],
    },
    page,
  );
}

export function readInstruction(statements: Statements, id: string): InstructionRow | null {
  return statements.get<InstructionRow>(
    `select i.created_at as key_at, i.instruction_id as key_id, ${INSTRUCTION} where i.instruction_id = ?`,
    id,
  );
}
