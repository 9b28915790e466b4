import type { ApiError } from '../../../../../shared/api/operation.ts';
import type { policyOperations } from '../../../../../shared/api/policy.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { notFound, unknown } from '../../../engine/not-found.ts';
import { noConversation } from '../conversations/feature.ts';
import { byPrecedence } from './policy.ts';
import { parsePolicyRule } from './parse-policy-rule.ts';
import { addPolicyRule, changePolicyRule, removePolicyRule } from './steps/change-policy.ts';
import { policyRuleView, type PolicyRuleView } from './views.ts';
import * as policy from './queries.ts';

/** Handlers that list, add, change and remove rules. */
export function createPolicyHandlers({
  store,
  read,
  now,
  newId,
}: Pick<Kit, 'store' | 'read' | 'now' | 'newId'>): HandlersOf<typeof policyOperations> {
  /** The stored rule, read back; it may have been deleted in between. */
  async function kept(ruleId: string): Promise<Result<PolicyRuleView, ApiError>> {
    const rule = await read.one(policy.shownRule({ ruleId }));
    return rule === null ? notFound(`The rule ${ruleId} is gone.`) : ok(policyRuleView(rule));
  }

  return {
    async listPolicyRules({ query: { conversation } }) {
      const rules = await read.one(policy.shownRules({ conversation }));
      if (rules === null) return err(noConversation(conversation));
      const won = rules.toSorted((a, b) => byPrecedence(a.rule, b.rule));
      return ok({ items: won.map(policyRuleView) });
    },

    async addPolicyRule({ body }, caller) {
      const parsed = await parsePolicyRule(read, body, { ruleId: newId(), createdAt: now() });
      if (!parsed.ok) return parsed;
      const rule = parsed.value;
      const outcome = await store.run(addPolicyRule, { rule, via: caller.via });
      // It may have been deleted in between.
      if (outcome === 'not_found')
        return err(unknown('conversation', body.conversation ?? '', 'body.conversation'));
      return kept(rule.ruleId);
    },

    async changePolicyRule({ params: { id }, body }, { via }) {
      const parsed = await parsePolicyRule(read, body, { ruleId: id, createdAt: now() });
      if (!parsed.ok) return parsed;
      const outcome = await store.run(changePolicyRule, { rule: parsed.value, via, now: now() });
      if (outcome === 'not_found') return notFound(`There is no rule ${id}.`);
      if (outcome === 'no_conversation')
        return err(unknown('conversation', body.conversation ?? '', 'body.conversation'));
      return kept(id);
    },

    async removePolicyRule({ params: { id } }, { via }) {
      const outcome = await store.run(removePolicyRule, { ruleId: id, via, now: now() });
      return outcome === 'removed' ? ok({ deleted: true }) : notFound(`There is no rule ${id}.`);
    },
  };
}
