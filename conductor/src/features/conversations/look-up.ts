import type { ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import * as z from 'zod';

import { unknown } from '../../engine/not-found.ts';
import type { Reads } from '../../engine/reads.ts';
import type { Clock } from '../../engine/runtime.ts';
import type { Presence } from '../browsers/feature.ts';
import {
  type ConversationView,
  conversationView,
  type MessageView,
  messageView,
  renewalView,
} from './views.ts';

const times = z.array(z.number());

/** One conversation, with all that the API tells of it. */
export interface ConversationLookup {
  /** `id`: our own, its key, or an earlier key of it. */
  find(id: string): ConversationView | null;
  /** The same for a request whose path names it. */
  named(id: string): Result<ConversationView, ApiError>;
  /** The reply that finalized a job; null while there is none. */
  replyTo(jobId: string): MessageView | null;
  /** The newest reply seen in a conversation. */
  newestReply(localConversationId: string): MessageView | null;
}

export function createConversationLookup(deps: {
  readonly read: Reads;
  readonly presence: Pick<Presence, 'canServe'>;
  readonly now: Clock;
}): ConversationLookup {
  const { read, presence, now } = deps;

  function find(id: string): ConversationView | null {
    const key = read.conversationKeyOf(id);
    const row = key && read.readConversation(key);
    if (key === null || row === null) return null;
    const renewal = read.readRenewal(key);
    const account = read.readAccount(row.account_key);
    const isParked = (account?.parked_until ?? 0) > now();
    return {
      ...conversationView(row, presence),
      aliases: read.aliasesOf(key),
      renewal: renewal && renewalView(renewal),
      account: account && {
        account_key: account.account_key,
        platform: account.platform,
        next_send_at: account.next_send_at,
        parked_until: isParked ? account.parked_until : null,
        park_reason: isParked ? account.park_reason : null,
        sends_in_window: times.parse(JSON.parse(account.recent_sends_json)).length,
      },
    };
  }

  function messageOf(row: Parameters<typeof messageView>[0] | null): MessageView | null {
    return row && messageView(row);
  }

  return {
    find,
    named(id) {
      const found = find(id);
      return found === null ? err(unknown('conversation', id, 'params.id')) : ok(found);
    },
    replyTo: (jobId) => messageOf(read.replyTo(jobId)),
    newestReply: (localId) => messageOf(read.newestReply(localId)),
  };
}
