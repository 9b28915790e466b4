import { policyOperations } from '../../../../../shared/api/policy.ts';
import { toolPinsOperations } from '../../../../../shared/api/tool-pins.ts';
import { feature } from '../../../engine/feature.ts';
import { together } from '../../../engine/together.ts';
import { policySqlite } from './sqlite.ts';
import { createPolicyHandlers } from './handlers.ts';
import { toolPinsSqlite } from './tool-pins/sqlite.ts';
import { startToolPins } from './tool-pins/start.ts';

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
export { addedRule, addPolicyRule, removedRule } from './steps/change-policy.ts';
export { policyRuleView } from './views.ts';

export type { ToolPin } from './tool-pins/rows.ts';
export type { ToolPinsPort } from './tool-pins/start.ts';
export { toolChangeView } from './tool-pins/views.ts';
export { pinOf } from './tool-pins/pin-of.ts';

/** Rules for actions that may run unasked; a tool that changed since it was trusted asks. */
export const policyFeature = feature({
  name: 'policy',
  operations: { ...policyOperations, ...toolPinsOperations },
  sqlite: [policySqlite, toolPinsSqlite],
  start(kit) {
    const rules = { provides: null, handlers: createPolicyHandlers(kit) };
    const toolPins = startToolPins(kit);
    return together({ toolPins: toolPins.provides }, rules, toolPins);
  },
});
