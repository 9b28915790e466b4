import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import * as z from 'zod';

import type { ReadPort } from './read-port.ts';
import type { Presence } from './presence.ts';
import type {
  ApprovalView,
  ArtifactView,
  ConversationView,
  InstructionView,
  JobView,
  MessageView,
  PolicyRuleView,
  Reads,
} from './reads.ts';
import type { Clock } from './ports.ts';

type Rows = {
  readonly [Name in keyof ReadPort]: ReadPort[Name] extends (...args: never) => infer Answer
    ? Answer
    : never;
};
type Item<Page> = Page extends { readonly items: readonly (infer Row)[] } ? Row : never;

const texts = z.array(z.string());
const object = z.record(z.string(), z.json());
const patterns = z.record(z.string(), z.string());

export function jobView(row: NonNullable<Rows['readJob']>): JobView {
  const { last_error_code: code, last_error_text: text } = row;
  return {
    job_id: row.job_id,
    local_conversation_id: row.local_conversation_id,
    status: row.status,
    delivery_kind: row.delivery_kind,
    origin: row.origin,
    message_text: row.message_text,
    artifact_id: row.artifact_id,
    assistant_message_id: row.assistant_message_id,
    user_message_id: row.user_message_id,
    attempt_count: row.attempt_count,
    max_attempts: row.max_attempts,
    error: code === null ? null : { code, text: text ?? '' },
    due_at: row.due_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
  };
}

export function instructionView(row: NonNullable<Rows['readInstruction']>): InstructionView {
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

export function approvalView(row: NonNullable<Rows['readApproval']>): ApprovalView {
  return {
    approval_id: row.approval_id,
    local_conversation_id: row.local_conversation_id,
    conversation_title: row.conversation_title,
    kind: row.kind,
    decision: row.decision,
    quoted: row.quoted === 1,
    reason: row.reason,
    instruction: instructionView(row),
    expires_at: row.expires_at,
    decided_by: row.decided_by,
    created_at: row.asked_at,
    decided_at: row.decided_at,
  };
}

export function artifactView(row: NonNullable<Rows['readArtifact']>): ArtifactView {
  const { artifact_id, local_conversation_id, instruction_id, name, media_type } = row;
  const { size_bytes, sha256, created_at } = row;
  return {
    artifact_id,
    local_conversation_id,
    instruction_id,
    name,
    media_type,
    size_bytes,
    sha256,
    created_at,
  };
}

export function policyRuleView(row: NonNullable<Rows['readPolicyRule']>): PolicyRuleView {
  const { params_pattern_json: params } = row;
  return {
    rule_id: row.rule_id,
    conversation: row.local_conversation_id,
    tool: row.tool_pattern,
    params: params === null ? null : patterns.parse(JSON.parse(params)),
    decision: row.decision,
    reason: row.reason,
    created_at: row.created_at,
  };
}

export function messageView(row: Item<Rows['listMessages']>): MessageView {
  return {
    message_id: row.message_id,
    role: row.author === 'assistant' ? 'assistant' : 'user',
    author: row.author,
    text: row.raw_text,
    observed_at: row.key_at,
    job_id: row.job_id,
    actions: row.actions,
  };
}

/** A conversation in a list: the detail has more. */
export function conversationView(
  row: NonNullable<Rows['readConversation']>,
  presence: Pick<Presence, 'canServe'>,
): Omit<ConversationView, 'renewal' | 'account' | 'aliases'> {
  return {
    local_conversation_id: row.local_conversation_id,
    platform: row.platform,
    remote_conversation_id: row.remote_conversation_id,
    mode: row.mode === 'draining' ? 'auto' : row.mode,
    draining: row.mode === 'draining',
    pause_reason: row.pause_reason,
    title: row.title,
    labels: texts.parse(JSON.parse(row.labels)),
    latest_assistant_message_id: row.latest_assistant_message_id,
    latest_observed_at: row.latest_observed_at,
    latest_user_turn_at: row.latest_user_turn_at,
    stale_anchors: row.stale_anchors,
    final_timeout_ms: row.final_timeout_ms,
    open_jobs: row.open_jobs,
    open_approvals: row.open_approvals,
    connected: presence.canServe(row.conversation_key),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Single resources in the shape of the API. */
export function createReads(
  read: ReadPort,
  presence: Pick<Presence, 'canServe'>,
  now: Clock,
): Reads {
  function detail(key: string): ConversationView | null {
    const row = read.readConversation(key);
    if (row === null) return null;
    const renewal = read.readRenewal(key);
    const account = read.readAccount(row.account_key);
    return {
      ...conversationView(row, presence),
      aliases: read.aliasesOf(key),
      renewal: renewal && renewalView(renewal),
      account: account && {
        account_key: account.account_key,
        platform: account.platform,
        next_send_at: account.next_send_at,
        parked_until: (account.parked_until ?? 0) > now() ? account.parked_until : null,
        park_reason: (account.parked_until ?? 0) > now() ? account.park_reason : null,
        sends_in_window: z.array(z.number()).parse(JSON.parse(account.recent_sends_json)).length,
      },
    };
  }
  return {
    conversationKeyOf: (id) => read.conversationKeyOf(id) as ConversationKey | null,
    conversation(id) {
      const key = read.conversationKeyOf(id);
      return key === null ? null : detail(key);
    },
    job: (id) => mapped(read.readJob(id), jobView),
    instruction: (id) => mapped(read.readInstruction(id), instructionView),
    approval: (id) => mapped(read.readApproval(id), approvalView),
    artifact: (id) => mapped(read.readArtifact(id), artifactView),
    policyRule: (id) => mapped(read.readPolicyRule(id), policyRuleView),
    replyTo: (jobId) => mapped(read.replyTo(jobId), messageView),
    newestReply: (localId) => mapped(read.newestReply(localId), messageView),
    openWork: (localId) => read.readOpenWork(localId),
  };
}

export function renewalView(
  row: NonNullable<Rows['readRenewal']>,
): NonNullable<ConversationView['renewal']> {
  const { quiet_from_minute: from, quiet_to_minute: to, time_zone: zone } = row;
  return {
    goal: row.goal,
    message: row.message,
    spacing_ms: row.spacing_ms,
    max_turns: row.max_turns,
    stop_phrase: row.stop_phrase,
    quiet_hours:
      from === null || to === null || zone === null
        ? null
        : { from_minute: from, to_minute: to, time_zone: zone },
    turns_used: row.turns_used,
    status: row.status,
    stop_reason: row.stop_reason,
    due_at: row.due_at,
  };
}

function mapped<Row, View>(row: Row | null, view: (row: Row) => View): View | null {
  return row === null ? null : view(row);
}
