import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { type AuditEvent, insert, joinPlans, type Plan, plan } from '../../../engine/plan.ts';
import { instructionId, type MessageAnchor } from '../conversations/feature.ts';
import { deliverResults, type DeliverySettings } from './deliver-results.ts';
import { type Instruction, INSTRUCTIONS } from './rows.ts';
import { runInstructions } from './effects.ts';

/** An action as the reply holds it, or why it cannot be read. What it may do is judged when its turn comes. */
export type FoundAction =
  | {
      readonly ok: true;
      readonly target: string;
      readonly tool: string;
      readonly paramsJson: string;
    }
  | { readonly ok: false; readonly error: CodedError };

export interface InstructInput extends DeliverySettings {
  readonly actions: readonly FoundAction[];
  readonly actor: AuditEvent['actor'];
}

/** Writes the actions of a reply into the ledger. None has run yet, and none is judged. */
export function instructReply(anchor: MessageAnchor, input: InstructInput): Plan {
  const rows = instructionsOf(anchor, input);
  const pending = rows.filter((row) => row.status === 'pending');
  return joinPlans(
    plan({
      changes: rows.map((row) => insert(INSTRUCTIONS, row)),
      events: rows.map((row) => created(row, input)),
      effects: [runInstructions({ anchorId: anchor.anchorId, pending })],
    }),
    deliverResults(anchor, rows, input),
  );
}

/** Returns the rows of a reply's actions, as the ledger gets them. */
export function instructionsOf(
  anchor: Pick<MessageAnchor, 'anchorId' | 'conversationKey'>,
  { actions, now }: Pick<InstructInput, 'actions' | 'now'>,
): readonly Instruction[] {
  return actions.map((action, position) => instructionOf(action, position, anchor, now));
}

function instructionOf(
  action: FoundAction,
  position: number,
  { anchorId, conversationKey }: Pick<MessageAnchor, 'anchorId' | 'conversationKey'>,
  now: number,
): Instruction {
  const row = {
    instructionId: instructionId(anchorId, position),
    anchorId,
    conversationKey,
    position,
    risk: 'high',
    readOnly: false,
    idempotent: false,
    mayHaveRun: false,
    resultText: null,
    resultFormat: 'text',
    toolPin: null,
    createdAt: now,
    startedAt: null,
    version: 1,
  } as const;
  if (!action.ok) {
    const { code: errorCode, text: errorText } = action.error;
    const none = { target: '', tool: '', paramsJson: '{}' };
    return { ...row, ...none, status: 'failed', errorCode, errorText, finishedAt: now };
  }
  const { target, tool, paramsJson } = action;
  const open = { errorCode: null, errorText: null, finishedAt: null };
  return { ...row, target, tool, paramsJson, status: 'pending', ...open };
}

function created(row: Instruction, { actor, now }: InstructInput): AuditEvent {
  return {
    type: 'instruction.created',
    subjectId: row.instructionId,
    conversationKey: row.conversationKey,
    actor,
    at: now,
    detail: {
      action: row.target === '' ? null : `${row.target}::${row.tool}`,
      status: row.status,
    },
  };
}
