import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import { joinPlans, type Plan } from '../../engine/plan.ts';
import { addedRule, type PolicyRule, removedRule } from '../policy/feature.ts';
import type { RunState } from './queries.ts';
import type { RunWorker } from './rows.ts';

/** Ids of rules that a role made: `<worker>.role.<number>`. */
export const ROLE_RULE = '.role.';

/** By whom such rules come and go: Baton, as the team of the run says. */
const BY = { via: 'run', actor: 'conductor' } as const;

/** The plan that has the rules of its role hold in the conversation of a worker. */
export function beginRules(
  { workerId, role, rules }: RunWorker,
  conversationKey: ConversationKey,
  now: number,
): Plan {
  return joinPlans(
    ...rules.map(({ toolPattern, paramsPattern, decision }, index) =>
      addedRule(
        {
          ruleId: `${workerId}${ROLE_RULE}${index + 1}`,
          conversationKey,
          agentId: null,
          toolPattern,
          paramsPattern,
          decision,
          evenIfTainted: false,
          reason: `The role ${role} of its run is so.`,
          createdAt: now,
          version: 1,
        },
        BY.via,
        BY.actor,
      ),
    ),
  );
}

/** The same for all that go on, of a run that was over. */
export function beginRulesAgain({ workers }: RunState, now: number): Plan {
  return joinPlans(
    ...workers.flatMap(({ worker, conversation }) =>
      worker.endedAt !== null || conversation === null
        ? []
        : beginRules(worker, conversation.conversationKey, now),
    ),
  );
}

/** The plan that ends rules of roles. @param of Those of that worker alone; null: all. */
export function endRules(rules: readonly PolicyRule[], of: RunWorker | null, now: number): Plan {
  const its = rules.filter(
    ({ ruleId }) => of === null || ruleId.startsWith(`${of.workerId}${ROLE_RULE}`),
  );
  return joinPlans(...its.map((rule) => removedRule(rule, { ...BY, at: now })));
}
