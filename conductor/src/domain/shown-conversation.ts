import { type FrameOf, MAX_WHOLE_PARAMS, type Unsent } from '../../../shared/protocol/index.ts';
import { actionName } from './change-instruction.ts';
import { findActions } from './find-actions.ts';
import type {
  Approval,
  Conversation,
  DeliveryJob,
  Instruction,
  MessageAnchor,
  Renewal,
} from './rows.ts';

export const MAX_SHOWN_JOBS = 20;
export const MAX_SHOWN_APPROVALS = 20;
/** What a frame's short text may hold. */
const MAX_PARAMS_LENGTH = 2_000;

export interface Shown {
  readonly jobs: readonly DeliveryJob[];
  readonly approvals: readonly { readonly approval: Approval; readonly instruction: Instruction }[];
  readonly heldReply: MessageAnchor | null;
  readonly busy: boolean;
  readonly renewal: Renewal | null;
  readonly parkedUntil: number | null;
}

/** A conversation as a popup shows it. */
export function shownConversation(
  conversation: Conversation,
  { jobs, approvals, heldReply, busy, renewal, parkedUntil }: Shown,
): Unsent<FrameOf<'conversation.state'>> {
  return {
    type: 'conversation.state',
    platform: conversation.platform,
    remote_conversation_id: conversation.remoteConversationId,
    aliases: [],
    local_conversation_id: conversation.localConversationId,
    mode: conversation.mode === 'draining' ? 'auto' : conversation.mode,
    draining: conversation.mode === 'draining',
    pause_reason: conversation.pauseReason,
    title: conversation.customTitle ?? conversation.title,
    busy,
    jobs: jobs.map((job) => ({
      job_id: job.jobId,
      status: job.status,
      attempt_count: job.attemptCount,
      error_code: job.lastErrorCode,
      error_message: job.lastErrorText,
    })),
    approvals: approvals.map((one) => shownApproval(one)),
    ...heldReplyOf(heldReply),
    renewal: renewal && {
      status: renewal.status,
      turns_used: renewal.turnsUsed,
      max_turns: renewal.maxTurns,
      due_at: renewal.dueAt,
      stop_reason: renewal.stopReason,
    },
    parked_until: parkedUntil,
  };
}

/** What waits for a person, as pages of the extension show it. */
export function shownApproval({
  approval,
  instruction,
}: Shown['approvals'][number]): FrameOf<'conversation.state'>['approvals'][number] {
  return {
    approval_id: approval.approvalId,
    kind: approval.kind,
    action: actionName(instruction),
    ...shownWhole(instruction.paramsJson),
    quoted: approval.quoted,
    risk: instruction.risk,
    created_at: approval.createdAt,
  };
}

/** Places, among all actions of the reply, of those that a popup shows whole: what a click on it says yes to. */
export function placesShownWhole({ rawText }: Pick<MessageAnchor, 'rawText'>): readonly number[] {
  return readableOf(rawText)
    .slice(0, MAX_SHOWN_APPROVALS)
    .filter(({ paramsJson }) => fitsPopup(paramsJson))
    .map(({ position }) => position);
}

function readableOf(rawText: string) {
  return findActions(rawText).flatMap((action, position) =>
    action.ok ? [{ ...action, position }] : [],
  );
}

function heldReplyOf(
  anchor: MessageAnchor | null,
): Pick<Unsent<FrameOf<'conversation.state'>>, 'held_reply'> {
  const readable = anchor === null ? [] : readableOf(anchor.rawText);
  if (anchor === null || readable.length === 0) return {};
  return {
    held_reply: {
      assistant_message_id: anchor.assistantMessageId,
      actions: readable.slice(0, MAX_SHOWN_APPROVALS).map((action) => ({
        action: actionName(action),
        ...shownWhole(action.paramsJson),
      })),
      count: readable.length,
    },
  };
}

/** Can a browser show all that would run? */
export function fitsPopup(paramsJson: string): boolean {
  return paramsJson.length <= MAX_WHOLE_PARAMS;
}

function shownWhole(paramsJson: string) {
  const params = cut(paramsJson);
  return {
    params,
    params_length: paramsJson.length,
    ...(params !== paramsJson && fitsPopup(paramsJson) && { whole_params: paramsJson }),
  };
}

function cut(text: string): string {
  if (text.length <= MAX_PARAMS_LENGTH) return text;
  return `${text.slice(0, MAX_PARAMS_LENGTH - 1).toWellFormed()}…`;
}
