import { policyOperations } from '../../../../shared/api/policy.ts';
import { feature } from '../../engine/feature.ts';
import { policySqlite } from './sqlite.ts';
import { createPolicyHandlers } from './handlers.ts';
import type {} from './effects.ts';

export { type Circumstances, judgeAction, type JudgedHow } from './judge-action.ts';
export {
  type JudgedAction,
  matchingRules,
  neverUnasked,
  judgeTool,
  type RiskDefaults,
} from './policy.ts';
export { familyOf, rulesHoldingIn } from './holding-rules.sqlite.ts';
export { holdsIn, type Member } from './holds-in.ts';
export type { PolicyDecision, PolicyRule, Risk } from './rows.ts';
export { parsePolicyRule } from './parse-policy-rule.ts';
export { addedRule, removedRule } from './steps/change-policy.ts';
export { policyRuleView } from './views.ts';

/** What an action may do unasked. */
export const policyFeature = feature({
  name: 'policy',
  operations: policyOperations,
  sqlite: policySqlite,
  start: (kit) => ({ provides: null, handlers: createPolicyHandlers(kit) }),
});
