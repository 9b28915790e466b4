import { bothEnds } from '../../../../../shared/lib/visible-text.ts';
import type { FrameOf, Unsent } from '../../../../../shared/protocol/index.ts';
import { actionName } from '../../../baa/action-name.ts';
import {
  type Approval,
  type Instruction,
  MAX_SHOWN_APPROVALS,
  readableOf,
  shownWhole,
} from '../../heart/actions/feature.ts';
import type { ShownBinding } from '../../heart/lineage/feature.ts';
import type { Conversation, MessageAnchor, Renewal } from '../../heart/conversations/feature.ts';
import type { DeliveryJob } from '../../heart/deliveries/feature.ts';

/** Most jobs in one `conversation.state`. */
export const MAX_SHOWN_JOBS = 20;

/** Longest short text of a frame. */
const MAX_WORDS = 2_000;

/** Contents of a popup for a conversation, beside the conversation's row. */
export interface Shown {
  readonly jobs: readonly DeliveryJob[];
  readonly approvals: readonly { readonly approval: Approval; readonly instruction: Instruction }[];
  readonly heldReply: MessageAnchor | null;
  readonly busy: boolean;
  /** Null: it serves no agent. */
  readonly serves: ShownBinding | null;
  readonly renewal: Renewal | null;
  readonly parkedUntil: number | null;
}

/** A conversation as a popup shows it. */
export function shownConversation(
  conversation: Conversation,
  { jobs, approvals, heldReply, busy, serves, renewal, parkedUntil }: Shown,
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
    ...(serves !== null && {
      serves: {
        local_conversation_id: serves.sessionId,
        agent: serves.agentId,
        title: serves.sessionTitle,
      },
    }),
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

/** Returns an approval that waits for a person, as pages of the extension show it. */
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
    ...(approval.toolChanged && { tool_changed: true }),
    ...(approval.mayLeak && { may_leak: true }),
    ...(approval.secondReply && { second_reply: true }),
    risk: instruction.risk,
    created_at: approval.createdAt,
    ...subjectOf(approval),
  };
}

/** An older extension does not know it, and shows the action alone. */
function subjectOf({
  subject,
  subjectKind: kind,
  subjectId,
}: Approval): Pick<FrameOf<'conversation.state'>['approvals'][number], 'subject'> {
  if (subject === null || subjectId === null) return {};
  // Its params say it all, to any extension.
  if (kind === 'worker_question') return {};
  const short = (text: string | undefined): string | null =>
    text === undefined ? null : bothEnds(text, MAX_WORDS);
  return {
    subject: {
      kind,
      id: subjectId,
      chat_session_id: subject.chatSessionId,
      resource_id: subject.resourceId ?? null,
      origin: short(subject.origin),
      level: subject.level ?? null,
      element: short(subject.element),
      words: short(subject.words),
      ...(subject.givenBy !== undefined && { given_by: subject.givenBy }),
    },
  };
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
