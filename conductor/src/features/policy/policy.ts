import type { JsonObject } from '../../baa/json-value.ts';
import { fitsGlob } from './glob.ts';
import { readingsOf } from './param-readings.ts';
import type { PolicyDecision, PolicyRule, Risk } from './rows.ts';

/** An action, as far as the policy looks at it. */
export interface JudgedAction {
  readonly target: string;
  readonly tool: string;
  readonly params: JsonObject;
  readonly risk: Risk;
}

export interface Judgement {
  readonly decision: PolicyDecision;
  /** Null: no rule fits, and the risk alone decides. */
  readonly rule: PolicyRule | null;
}

/** What holds where no rule fits. */
export type RiskDefaults = Readonly<Record<Risk, PolicyDecision>>;

/**
 * May the action run? Of the rules that fit, one that denies wins wherever it stands. Else the narrower one wins: of
 * one conversation before of all, with params before without, a longer tool pattern before a shorter; of equals the
 * one that asks. `rules` are those of the conversation and those of all.
 */
export function judge(
  rules: readonly PolicyRule[],
  defaults: RiskDefaults,
  action: JudgedAction,
): Judgement {
  return narrowest(
    rules.filter((rule) => fits(rule, action)),
    defaults[action.risk],
  );
}

/** The same for a tool as such: rules that look at params are left out. */
export function judgeTool(
  rules: readonly PolicyRule[],
  defaults: RiskDefaults,
  tool: Omit<JudgedAction, 'params'>,
): Judgement {
  const general = rules.filter((rule) => rule.paramsPattern === null);
  return judge(general, defaults, { ...tool, params: {} });
}

/**
 * What stands word for word in the words of others may be theirs: it runs only when a person says so, whatever its
 * risk, and whatever a rule says.
 */
export function judgeQuoted(judgement: Judgement): Judgement {
  return judgement.decision === 'run' ? { ...judgement, decision: 'ask' } : judgement;
}

function narrowest(fitting: readonly PolicyRule[], otherwise: PolicyDecision): Judgement {
  const denial = fitting.find(({ decision }) => decision === 'deny');
  const rule = denial ?? fitting.toSorted(byNarrowness)[0] ?? null;
  return { decision: rule?.decision ?? otherwise, rule };
}

function byNarrowness(a: PolicyRule, b: PolicyRule): number {
  const of = (rule: PolicyRule): number[] => [
    Number(rule.conversationKey !== null),
    Number(rule.paramsPattern !== null),
    literalLength(rule.toolPattern),
    Number(rule.decision === 'ask'),
  ];
  const [left, right] = [of(a), of(b)];
  const difference = right.map((value, index) => value - (left[index] ?? 0));
  // Of rules that say the same, the older is named, so that the trail says the same each time.
  return difference.find((one) => one !== 0) ?? (a.ruleId < b.ruleId ? -1 : 1);
}

function literalLength(pattern: string): number {
  return pattern.replaceAll('*', '').length;
}

function fits(rule: PolicyRule, { target, tool, params }: JudgedAction): boolean {
  // In the name of a tool `*` stands for anything.
  if (!fitsGlob(rule.toolPattern.replaceAll('*', '**'), `${target}::${tool}`)) return false;
  return Object.entries(rule.paramsPattern ?? {}).every(([name, pattern]) =>
    paramFits(pattern, rule.decision, params, name),
  );
}

/** To run unasked, a param must fit in every reading of it; to be asked about or denied, in any. */
function paramFits(
  pattern: string,
  decision: PolicyDecision,
  params: JsonObject,
  name: string,
): boolean {
  const readings = readingsOf(params, name);
  if (readings === null) return false;
  const fitsIn = (text: string): boolean => fitsGlob(pattern, text);
  if (decision === 'run') return !readings.evasive && readings.texts.every(fitsIn);
  return readings.texts.some(fitsIn) || readings.inside.some(fitsIn);
}
