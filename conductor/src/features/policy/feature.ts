export { fitsGlob } from './glob.ts';
export { judge, type Judgement, judgeQuoted, judgeTool, type RiskDefaults } from './policy.ts';
export type { PolicyDecision, PolicyRule, Risk } from './rows.ts';
export {
  addedRule,
  addPolicyRule,
  readPolicyRules,
  removePolicyRule,
} from './steps/change-policy.ts';
export { policyRuleView, type PolicyRuleView } from './views.ts';
