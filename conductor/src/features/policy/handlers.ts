import type { policyOperations } from '../../../../shared/api/policy.ts';
import type { ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../engine/feature.ts';
import { notFound } from '../../engine/not-found.ts';
import { noConversation } from '../conversations/feature.ts';
import type { PolicyRule } from './rows.ts';
import { addPolicyRule, removePolicyRule } from './steps/change-policy.ts';
import { policyRuleView } from './views.ts';

/** What a tool can be called by, and `*`. */
const TOOL_PATTERN = /^[A-Za-z0-9_.*-]+(::[A-Za-z0-9_.*-]+)?$/;

/** Rules of what may run unasked. */
export function createPolicyHandlers({
  store,
  read,
  now,
  newId,
}: Pick<Kit, 'store' | 'read' | 'now' | 'newId'>): HandlersOf<typeof policyOperations> {
  return {
    async listPolicyRules({ query: { conversation } }) {
      const rules = await read.one({ query: 'shownRules', conversation });
      if (rules === null) return err(noConversation(conversation));
      return ok({ items: rules.map(policyRuleView) });
    },

    async addPolicyRule({ body }, caller) {
      const { conversation } = body;
      const unknown = (): Result<never, ApiError> =>
        notFound(`There is no conversation ${conversation}.`, 'body.conversation');
      const key =
        conversation === null
          ? null
          : await read.one({ query: 'conversationKey', id: conversation });
      if (key === null && conversation !== null) return unknown();
      if (!TOOL_PATTERN.test(body.tool) || !/::|\*/.test(body.tool)) {
        const text = 'tool: write it as target::tool; * fits any characters.';
        return err({ code: 'invalid_request', text, field: 'body.tool' });
      }
      const rule: PolicyRule = {
        ruleId: newId(),
        conversationKey: key,
        toolPattern: body.tool,
        // No pattern at all and patterns of no param say the same.
        paramsPattern: Object.keys(body.params ?? {}).length === 0 ? null : body.params,
        decision: body.decision,
        reason: body.reason,
        createdAt: now(),
        version: 1,
      };
      const outcome = await store.run(addPolicyRule, { rule, via: caller.via });
      if (outcome === 'not_found') return unknown();
      const added = await read.one({ query: 'shownRule', ruleId: rule.ruleId });
      // What was added is read back; it may have been deleted in between.
      return added === null
        ? notFound(`The rule ${rule.ruleId} is gone.`)
        : ok(policyRuleView(added));
    },

    async removePolicyRule({ params: { id } }, { via }) {
      const outcome = await store.run(removePolicyRule, { ruleId: id, via, now: now() });
      return outcome === 'removed' ? ok({ deleted: true }) : notFound(`There is no rule ${id}.`);
    },
  };
}
