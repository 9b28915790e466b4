import type * as z from 'zod';

import type { message } from '../../../../../shared/api/conversations.ts';
import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { isProgramPlatform } from '../../../../../shared/model/program-platforms.ts';
import type { Presence, Runtime } from '../../ground/browsers/feature.ts';
import type { ListedConversation, Message, SearchHit } from './queries.ts';
import type { Conversation, Renewal } from './rows.ts';
import type { ShownAccount } from './asks.ts';

/** A conversation as the API shows it. */
export type ConversationView = ResponseOf<'getConversation'>;

/** A message as the API shows it. */
export type MessageView = z.output<typeof message>;

/** The message as the API shows it. */
export function messageView(row: Message): MessageView {
  return {
    message_id: row.messageId,
    role: row.author === 'assistant' ? 'assistant' : 'user',
    author: row.author,
    text: row.rawText,
    complete: row.complete,
    observed_at: row.observedAt,
    job_id: row.jobId,
    actions: row.actions,
  };
}

/** The hit as the API shows it. */
export function searchHitView(row: SearchHit): ResponseOf<'search'>['items'][number] {
  return {
    local_conversation_id: row.localConversationId,
    platform: row.platform,
    title: row.title,
    message_id: row.messageId,
    role: row.kind,
    excerpt: row.excerpt,
    observed_at: row.at,
  };
}

/** A conversation in a list: the detail has more. */
export function conversationView(
  { conversation: row, labels, openJobs, openApprovals }: ListedConversation,
  presence: Pick<Presence, 'canServe'>,
): Omit<ConversationView, 'renewal' | 'account' | 'aliases' | 'page_url'> {
  return {
    local_conversation_id: row.localConversationId,
    platform: row.platform,
    remote_conversation_id: row.remoteConversationId,
    mode: row.mode === 'draining' ? 'auto' : row.mode,
    draining: row.mode === 'draining',
    pause_reason: row.pauseReason,
    title: row.customTitle ?? row.title,
    labels: [...labels],
    latest_assistant_message_id: row.latestAssistantMessageId,
    latest_observed_at: row.latestObservedAt,
    latest_user_turn_at: row.latestUserTurnAt,
    stale_anchors: row.staleAnchors,
    final_timeout_ms: row.finalTimeoutMs,
    open_jobs: openJobs,
    open_approvals: openApprovals,
    // The conductor itself serves an agent.
    connected:
      row.platform === AGENT_PLATFORM ||
      isProgramPlatform(row.platform) ||
      presence.canServe(row.conversationKey),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

/** The renewal as the API shows it. */
export function renewalView(row: Renewal): NonNullable<ConversationView['renewal']> {
  const { quietFromMinute: from, quietToMinute: to, timeZone: zone } = row;
  return {
    goal: row.goal,
    message: row.message,
    spacing_ms: row.spacingMs,
    max_turns: row.maxTurns,
    stop_phrase: row.stopPhrase,
    quiet_hours:
      from === null || to === null || zone === null
        ? null
        : { from_minute: from, to_minute: to, time_zone: zone },
    turns_used: row.turnsUsed,
    status: row.status,
    stop_reason: row.stopReason,
    due_at: row.dueAt,
  };
}

/** The account as the API shows it. `now` (epoch ms) decides whether it is parked. */
export function accountView(
  row: ShownAccount,
  now: number,
): NonNullable<ConversationView['account']> {
  const isParked = (row.parkedUntil ?? 0) > now;
  return {
    account_key: row.accountKey,
    platform: row.platform,
    next_send_at: row.nextSendAt,
    parked_until: isParked ? row.parkedUntil : null,
    park_reason: isParked ? row.parkReason : null,
    sends_in_window: row.recentSends.length,
  };
}

/** Returns the runtime of a conversation in a browser, as the API shows it. */
export function runtimeView(
  { clientId, status, freshness }: Runtime & { readonly clientId: string },
  row: Conversation,
  tabs: number[],
): ResponseOf<'listRuntimes'>['items'][number] {
  return {
    client_id: clientId,
    local_conversation_id: row.localConversationId,
    conversation_title: row.customTitle ?? row.title,
    platform: row.platform,
    status,
    freshness,
    tabs,
  };
}
