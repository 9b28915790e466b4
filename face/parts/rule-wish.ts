import type { ResponseOf } from '../../shared/api/operations.ts';
import { fitsGlob } from '../../shared/lib/glob.ts';

export type Rule = ResponseOf<'listPolicyRules'>['items'][number];

export type RuleWish = Omit<Rule, 'rule_id' | 'created_at'>;

/** A rule as a person writes it. */
export interface RuleDraft {
  readonly tool: string;
  /** Null: everywhere. */
  readonly conversation: string | null;
  /** Agent to which the rule is limited; null where `conversation` says more. */
  readonly agent: string | null;
  readonly params: readonly { readonly name: string; readonly pattern: string }[];
  readonly decision: Rule['decision'];
  /** Choice of a rule that lets run. */
  readonly evenIfTainted: boolean;
  readonly reason: string;
}

export const NEW_RULE: RuleDraft = {
  tool: '',
  conversation: null,
  agent: null,
  params: [],
  decision: 'ask',
  evenIfTainted: false,
  reason: '',
};

export function draftOfRule({
  tool,
  conversation,
  agent,
  params,
  decision,
  even_if_tainted: evenIfTainted,
  reason,
}: RuleWish): RuleDraft {
  return {
    tool,
    conversation,
    agent,
    decision,
    evenIfTainted,
    reason: reason ?? '',
    params: paramsDraft(params),
  };
}

export function paramsDraft(params: RuleWish['params']): RuleDraft['params'] {
  return Object.entries(params ?? {}).map(([name, pattern]) => ({ name, pattern }));
}

/** In the name of a tool a star stands for anything. */
export function isOfTool(pattern: string, tool: string): boolean {
  return fitsGlob(pattern.replaceAll('*', '**'), tool);
}

export type DraftFault = 'rule_no_tool' | 'rule_no_target' | 'rule_no_name' | 'rule_same_name';

/** Names of tools, with stars. */
const TOOL = /^[\w.*-]+(::[\w.*-]+)?$/;

/** Which actions a draft is about, or what is missing in that. */
export function patternsOf(
  draft: Pick<RuleDraft, 'tool' | 'params'>,
): Pick<RuleWish, 'tool' | 'params'> | DraftFault {
  const tool = draft.tool.trim();
  const names = draft.params.map(({ name }) => name.trim());
  if (tool === '') return 'rule_no_tool';
  if (!TOOL.test(tool) || !/::|\*/.test(tool)) return 'rule_no_target';
  if (names.includes('')) return 'rule_no_name';
  if (new Set(names).size < names.length) return 'rule_same_name';
  const params = draft.params.map(({ pattern }, at) => [names[at] ?? '', pattern] as const);
  return { tool, params: params.length === 0 ? null : Object.fromEntries(params) };
}

/** Returns the wish of a draft, or the missing part. */
export function wishOf(draft: RuleDraft): RuleWish | DraftFault {
  const patterns = patternsOf(draft);
  if (typeof patterns === 'string') return patterns;
  const reason = draft.reason.trim();
  return {
    ...patterns,
    conversation: draft.conversation,
    agent: draft.agent,
    decision: draft.decision,
    even_if_tainted: draft.decision === 'run' && draft.evenIfTainted,
    reason: reason === '' ? null : reason,
  };
}
