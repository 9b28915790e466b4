import { type JudgedAction, judge, type Judgement, raised, type RiskDefaults } from './policy.ts';
import type { PolicyRule, Risk } from './rows.ts';

/** Facts about an action beside rules and risk. A person is asked for each of these, whatever a rule says. */
export interface Circumstances {
  /** true: the action stands in the words of others. */
  readonly quoted: boolean;
  /** true: the server has changed the tool since a person accepted it. */
  readonly toolChanged: boolean;
  /** The message that its reply answers was answered before. */
  readonly secondReply: boolean;
  /** true: the tool wants a person asked about this call. */
  readonly asksAlways: boolean;
}

/** Reasons to ask though rules and risk would let the action run; the first that holds is told. */
const ASKS = [
  ['quoted', 'quoted'], // guard: quoted-actions
  ['toolChanged', 'tool_changed'], // guard: changed-tools
  ['secondReply', 'second_reply'], // guard: second-asks
  ['asksAlways', 'always'], // guard: open-url-asks
] as const satisfies readonly (readonly [keyof Circumstances, string])[];

/** A judgement with its reason. */
export interface JudgedHow extends Omit<Judgement, 'because'> {
  readonly because: 'rule' | 'risk' | 'taint' | 'may_leak' | (typeof ASKS)[number][1];
  /** Risk that the action was judged by: its own, or a higher one. */
  readonly risk: Risk;
}

/**
 * Judges an action: the act, its explanation and the preview of a rule are all told by this.
 *
 * @param rules Those that hold in its conversation.
 */
export function judgeAction(
  rules: readonly PolicyRule[],
  defaults: RiskDefaults,
  action: JudgedAction & Partial<Circumstances>,
): JudgedHow {
  const { risk } = raised(action);
  const {
    decision,
    rule,
    because = rule === null ? 'risk' : 'rule',
  } = judge(rules, defaults, action);
  const asked = ASKS.find(([circumstance]) => action[circumstance] === true);
  return decision === 'run' && asked !== undefined
    ? { decision: 'ask', rule, because: asked[1], risk }
    : { decision, rule, because, risk }; // guard: policy-asks
}
