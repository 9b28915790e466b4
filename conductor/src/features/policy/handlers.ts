import type { policyOperations } from '../../../../shared/api/policy.ts';
import { err, ok } from '../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../engine/feature.ts';
import { notFound, unknown } from '../../engine/not-found.ts';
import { noConversation } from '../conversations/feature.ts';
import { byWinning } from './policy.ts';
import { ruleOfWish } from './rule-wish.ts';
import { addPolicyRule, removePolicyRule } from './steps/change-policy.ts';
import { policyRuleView } from './views.ts';

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
      const won = rules.toSorted((a, b) => byWinning(a.rule, b.rule));
      return ok({ items: won.map(policyRuleView) });
    },

    async addPolicyRule({ body }, caller) {
      const wished = await ruleOfWish(read, body, { ruleId: newId(), createdAt: now() });
      if (!wished.ok) return wished;
      const rule = wished.value;
      const outcome = await store.run(addPolicyRule, { rule, via: caller.via });
      // It may have been deleted in between.
      if (outcome === 'not_found')
        return err(unknown('conversation', body.conversation ?? '', 'body.conversation'));
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
