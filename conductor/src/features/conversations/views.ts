import * as z from 'zod';

import type { message } from '../../../../shared/api/conversations.ts';
import type { AnswerOf } from '../../../../shared/api/operations.ts';
import type { Presence } from '../browsers/feature.ts';
import type { MessageRow } from './read-messages.sqlite.ts';
import type { ConversationRow, RenewalRow } from './reads.sqlite.ts';

export type ConversationView = AnswerOf<'getConversation'>;

export type MessageView = z.output<typeof message>;

const texts = z.array(z.string());

export function messageView(row: MessageRow): MessageView {
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
  row: ConversationRow,
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

export function renewalView(row: RenewalRow): NonNullable<ConversationView['renewal']> {
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
