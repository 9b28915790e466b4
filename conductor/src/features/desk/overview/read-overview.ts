import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Place } from '../../heart/conversations/feature.ts';
import { shownApproval } from './shown-conversation.ts';
import * as approvalsQueries from '../../heart/actions/approvals/queries.ts';
import * as deliveries from '../../heart/deliveries/queries.ts';
import * as policy from '../../heart/policy/queries.ts';

/** Most entries that the frame holds. */
const MAX_SHOWN = 50;

const MAX_RULES = 200;

const MAX_URL_LENGTH = 8_192;

type Rows = Pick<FrameOf<'overview'>, 'approvals' | 'failures' | 'rules'>;

/** Reads what waits for a person in all conversations, failed deliveries, and all rules. */
export async function readOverview(read: Reader): Promise<Rows> {
  const { approvals, failures, rules } = await read.snapshot({
    approvals: approvalsQueries.openApprovals({ limit: MAX_SHOWN }),
    failures: deliveries.failuresToShow({ limit: MAX_SHOWN }),
    rules: policy.allRules({ limit: MAX_RULES }),
  });
  return {
    approvals: approvals.map((one) => ({ ...placeOf(one), ...shownApproval(one) })),
    failures: failures.map(({ job, ...place }) => ({
      ...placeOf(place),
      job_id: job.jobId,
      error_code: job.lastErrorCode,
      error_message: job.lastErrorText,
      failed_at: job.finishedAt ?? job.updatedAt,
    })),
    rules: rules.map(({ rule, conversation }) => ({
      rule_id: rule.ruleId,
      tool: short(rule.toolPattern),
      params: Object.keys(rule.paramsPattern ?? {})
        .slice(0, 100)
        .map(short),
      decision: rule.decision,
      reason: rule.reason === null ? null : short(rule.reason),
      conversation: conversation && {
        ...conversationRef(conversation.conversationKey),
        title: conversation.customTitle ?? conversation.title,
      },
    })),
  };
}

function placeOf({ conversation, pageUrl }: Place) {
  const { platform, remoteConversationId, localConversationId, customTitle, title } = conversation;
  return {
    platform,
    remote_conversation_id: remoteConversationId,
    local_conversation_id: localConversationId,
    title: customTitle ?? title,
    page_url: pageUrl === null || pageUrl.length > MAX_URL_LENGTH ? null : pageUrl,
  };
}

/** Cuts a text to the length of a short text in a frame. */
function short(text: string): string {
  return text.slice(0, 2_000).toWellFormed();
}
