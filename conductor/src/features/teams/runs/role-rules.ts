import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { joinPlans, type Plan } from '../../../engine/plan.ts';
import { addedRule, type PolicyRule, removedRule } from '../../heart/policy/feature.ts';
import type { RunState } from './queries.ts';
import type { Run, RunWorker } from './rows.ts';

/** Ids of rules that a role made: `<worker>.role.<number>`. */
export const ROLE_RULE = '.role.';

/** Channel and actor of changes to such rules: Baton, as the team of the run says. */
const BY = { via: 'run', actor: 'conductor' } as const;

/** The plan that has the rules of its role hold in the conversation of a worker. */
export function beginRules(
  { workerId, role, rules }: RunWorker,
  { createdAt }: Run,
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
          // A person chose the team then. Of what was read since they knew nothing.
          createdAt, // guard: taint-outlasts-roles
          version: 1,
        },
        BY.via,
        { actor: BY.actor, at: now },
      ),
    ),
  );
}

/** The same for all that go on, of a run that was over. @param held Those that still hold. */
export function beginRulesAgain(
  { run, workers }: RunState,
  held: readonly PolicyRule[],
  now: number,
): Plan {
  return joinPlans(
    removedRules(held, now),
    ...workers.flatMap(({ worker, conversation }) =>
      worker.endedAt !== null || conversation === null
        ? []
        : beginRules(worker, run, conversation.conversationKey, now),
    ),
  );
}

/**
 * The plan that ends what roles let run. What they ask about or deny holds until all that was told before is answered
 * (`end-role-rules.ts`). @param of Those of that worker alone; null: all.
 */
export function endRules(rules: readonly PolicyRule[], of: RunWorker | null, now: number): Plan {
  const its = rules.filter(
    ({ ruleId, decision }) =>
      // guard: role-rules-end
      // guard: role-rules-answered
      decision === 'run' && (of === null || ruleId.startsWith(`${of.workerId}${ROLE_RULE}`)),
  );
  return removedRules(its, now);
}

/** The plan that ends them all. */
export function removedRules(rules: readonly PolicyRule[], now: number): Plan {
  return joinPlans(...rules.map((rule) => removedRule(rule, { ...BY, at: now })));
}
