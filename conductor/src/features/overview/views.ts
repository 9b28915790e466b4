import * as z from 'zod';

import type { Clock } from '../../engine/runtime.ts';
import { instructionView } from '../actions/feature.ts';
import { approvalView } from '../approvals/feature.ts';
import { artifactView } from '../artifacts/feature.ts';
import type { Presence } from '../browsers/feature.ts';
import { type ConversationView, conversationView, messageView } from '../conversations/feature.ts';
import { jobView } from '../deliveries/feature.ts';
import { policyRuleView } from '../policy/feature.ts';
import { renewalView } from '../renewals/feature.ts';
import type { Reads } from '../../engine/reads.ts';
import type { Lookups } from './reads.ts';

/** Single resources in the shape of the API. */
export function createLookups(
  read: Reads,
  presence: Pick<Presence, 'canServe'>,
  now: Clock,
): Lookups {
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
    conversationKeyOf: read.conversationKeyOf,
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

function mapped<Row, View>(row: Row | null, view: (row: Row) => View): View | null {
  return row === null ? null : view(row);
}
