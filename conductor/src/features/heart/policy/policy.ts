import { fitsGlob } from '../../../../../shared/lib/glob.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import { type Readings, readingsOf } from './param-readings.ts';
import type { PolicyDecision, PolicyRule, Risk } from './rows.ts';
import { alike } from './text-forms.ts';

/** An action, as far as the policy looks at it. */
export interface JudgedAction {
  readonly target: string;
  readonly tool: string;
  readonly params: JsonObject;
  readonly risk: Risk;
  /** true: the action changes nothing. Default false. */
  readonly readOnly?: boolean;
  /** Time since which the conversation has read what strangers wrote; null or left out: it has not. */
  readonly taint?: { readonly since: number } | null;
  /**
   * true: the action can carry data out, and its conversation has read the person's own data and words of strangers.
   * Default false.
   */
  readonly mayLeak?: boolean;
}

/** Decision on an action, and the rule behind it. */
export interface Judgement {
  readonly decision: PolicyDecision;
  /** Null: no rule fits, and the risk alone decides. */
  readonly rule: PolicyRule | null;
  /** Reason to ask, though the rule or the risk would let the action run. */
  readonly because?: 'taint' | 'may_leak';
}

/** The decision for each risk where no rule matches. */
export type RiskDefaults = Readonly<Record<Risk, PolicyDecision>>;

/**
 * Decides whether the action may run. Among the rules that fit, one that denies always wins. Otherwise the narrower one
 * wins: a rule of one conversation before one of an agent, that before one of all, one with params before one without,
 * a longer tool pattern before a shorter; among equals, the one that asks. Where a rule that asks or denies cannot be
 * told to fit or not, the action asks. `rules` are those of the conversation and those of all.
 */
export function judge(
  rules: readonly PolicyRule[],
  defaults: RiskDefaults,
  action: JudgedAction,
): Judgement {
  const fitsAction = createMatcher(action);
  const fits = rules.map((rule) => ({ rule, fit: fitsAction(rule) }));
  const rulesThat = (wanted: Fit): PolicyRule[] =>
    fits.flatMap(({ rule, fit }) => (fit === wanted ? [rule] : []));
  const judgement = narrowest(rulesThat('yes'), defaults[raised(action).risk]);
  const [doubtful] = rulesThat('perhaps').toSorted(byNarrowness);
  if (judgement.decision !== 'run') return judgement;
  if (doubtful !== undefined) return { decision: 'ask', rule: doubtful };
  if (isOlderThanTaint(judgement, action))
    return { ...judgement, decision: 'ask', because: 'taint' };
  // guard: carried-out
  if (action.mayLeak === true && judgement.rule?.evenIfTainted !== true)
    return { ...judgement, decision: 'ask', because: 'may_leak' };
  return judgement;
}

/**
 * The action at the risk that it is judged by. Whoever wrote a page may have asked the assistant for what it asks for now:
 * after that, what changes something is of high risk where it says medium, whatever its target.
 */
export function raised<Action extends Pick<JudgedAction, 'risk' | 'readOnly' | 'taint'>>(
  action: Action,
): Action {
  const isRaised = isSteered(action) && action.risk === 'medium'; // guard: taint-raises
  return isRaised ? { ...action, risk: 'high' } : action;
}

/** A person who let such actions run did not know yet that the conversation would read what strangers wrote. */
function isOlderThanTaint({ rule }: Judgement, action: JudgedAction): boolean {
  // guard: taint-outlasts-rules
  return isSteered(action) && rule !== null && rule.createdAt < (action.taint?.since ?? 0);
}

/** Tells whether an action changes something, and a stranger may have had a word in it. */
function isSteered({
  taint = null,
  readOnly = false,
}: Pick<JudgedAction, 'readOnly' | 'taint'>): boolean {
  return taint !== null && !readOnly;
}

/** The rules that match an action, or may match it; the one that wins comes first. */
export function matchingRules(
  rules: readonly PolicyRule[],
  defaults: RiskDefaults,
  action: JudgedAction,
): readonly PolicyRule[] {
  const { rule: winner } = judge(rules, defaults, action);
  const fitsAction = createMatcher(action);
  const others = rules.filter((rule) => rule !== winner && fitsAction(rule) !== 'no');
  return [...(winner === null ? [] : [winner]), ...others.toSorted(byNarrowness)];
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

/** Turns `run` into `ask`: a person decides, whatever the risk and the rules. */
export function neverUnasked(judgement: Judgement): Judgement {
  return judgement.decision === 'run' ? { ...judgement, decision: 'ask' } : judgement;
}

function narrowest(fitting: readonly PolicyRule[], otherwise: PolicyDecision): Judgement {
  const rule = fitting.toSorted(byPrecedence)[0] ?? null;
  return { decision: rule?.decision ?? otherwise, rule };
}

/** Compares two rules that match the same action: the one that wins comes first. */
export function byPrecedence(a: PolicyRule, b: PolicyRule): number {
  // guard: denial-wins
  return Number(b.decision === 'deny') - Number(a.decision === 'deny') || byNarrowness(a, b);
}

function byNarrowness(a: PolicyRule, b: PolicyRule): number {
  const of = (rule: PolicyRule): number[] => [
    Number(rule.conversationKey !== null),
    Number(rule.agentId !== null),
    Number(rule.paramsPattern !== null),
    literalLength(rule.toolPattern),
    Number(rule.decision === 'ask'),
  ];
  const [left, right] = [of(a), of(b)];
  const difference = right.map((value, index) => value - (left[index] ?? 0));
  // Of rules that are equally narrow the older one comes first, so that the same one is named each time.
  return (
    difference.find((one) => one !== 0) ??
    (a.createdAt - b.createdAt || (a.ruleId < b.ruleId ? -1 : 1))
  );
}

function literalLength(pattern: string): number {
  return pattern.replaceAll('*', '').length;
}

type Fit = 'yes' | 'perhaps' | 'no';

/** Creates a test of rules for an action. Each param is read once, whichever rules look at it. */
function createMatcher({ target, tool, params }: JudgedAction): (rule: PolicyRule) => Fit {
  const known = new Map<string, Readings | null>();
  const readings = (name: string): Readings | null => {
    const found = known.get(name) ?? readingsOf(params, name);
    known.set(name, found);
    return found;
  };
  return ({ toolPattern, paramsPattern, decision }) => {
    // In the name of a tool `*` stands for anything.
    if (!fitsGlob(toolPattern.replaceAll('*', '**'), `${target}::${tool}`)) return 'no';
    const each = Object.entries(paramsPattern ?? {}).map(([name, pattern]) =>
      paramFits(pattern, decision, readings(name)),
    );
    if (each.includes('no')) return 'no';
    return each.includes('perhaps') ? 'perhaps' : 'yes';
  };
}

/**
 * Tests a param. To run unasked, every reading must fit; to be asked about or denied, any reading, however it is
 * written.
 */
function paramFits(pattern: string, decision: PolicyDecision, readings: Readings | null): Fit {
  if (readings === null) return 'no';
  const { texts, loose, evasive } = readings;
  if (decision === 'run') {
    return !evasive && texts.every((text) => fitsGlob(pattern, text)) ? 'yes' : 'no';
  }
  const wanted = alike(pattern);
  if (loose.some((text) => fitsGlob(wanted, text))) return 'yes';
  return evasive ? 'perhaps' : 'no'; // guard: doubt-asks
}
