import type { ApiError, Input } from '../../../../../shared/api/operation.ts';
import type { policyOperations } from '../../../../../shared/api/policy.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import { unknown } from '../../../engine/not-found.ts';
import type { Reader } from '../../../engine/query.ts';
import type { PolicyRule } from './rows.ts';
import * as conversations from '../conversations/queries.ts';

/** Characters of a tool's name, and `*`. */
const TOOL_PATTERN = /^[A-Za-z0-9_.*-]+(::[A-Za-z0-9_.*-]+)?$/;

type PolicyRuleRequest = Input<(typeof policyOperations)['addPolicyRule']>['body'];

/** The rule that a request describes, not stored yet. `field` is the path of the rule in the request, for errors. */
export async function parsePolicyRule(
  read: Reader,
  request: PolicyRuleRequest,
  made: Pick<PolicyRule, 'ruleId' | 'createdAt'>,
  field: string = 'body',
): Promise<Result<PolicyRule, ApiError>> {
  const { conversation, agent, tool, params, decision, reason } = request;
  const { even_if_tainted: evenIfTainted } = request;
  const key =
    conversation === null
      ? null
      : await read.one(conversations.conversationKey({ id: conversation }));
  if (key === null && conversation !== null)
    return err(unknown('conversation', conversation, `${field}.conversation`));
  if (key !== null && agent !== null) {
    const text = 'agent: a rule is of one conversation or of one agent; leave one of them out.';
    return err({ code: 'invalid_request', text, field: `${field}.agent` });
  }
  if (!TOOL_PATTERN.test(tool) || !/::|\*/.test(tool)) {
    const text = 'tool: write it as target::tool; * fits any characters.';
    return err({ code: 'invalid_request', text, field: `${field}.tool` });
  }
  if (evenIfTainted && decision !== 'run') {
    const text = 'even_if_tainted: only a rule that lets run can be marked so.';
    return err({ code: 'invalid_request', text, field: `${field}.even_if_tainted` });
  }
  return ok({
    ...made,
    conversationKey: key,
    agentId: agent,
    toolPattern: tool,
    // No pattern at all and patterns of no param say the same.
    paramsPattern: Object.keys(params ?? {}).length === 0 ? null : params,
    decision,
    evenIfTainted,
    reason,
    version: 1,
  });
}
