import type { ResponseOf } from '../../../../shared/api/operations.ts';
import { actionName } from '../../baa/action-name.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import {
  judge,
  neverUnasked,
  type PolicyDecision,
  type PolicyRule,
  type RiskDefaults,
} from '../policy/feature.ts';
import type { PastAction } from './queries.ts';

type Preview = ResponseOf<'previewRule'>;

const MOST_SHOWN = 100;

/** Others have their turn after that long: what assistants wrote may take long to judge. */
const SLICE_MS = 10;

/** All rules there are, and what holds where none fits. */
export interface JudgedBy {
  readonly rules: readonly PolicyRule[];
  readonly defaults: RiskDefaults;
}

/** What other rules would have made of actions that were asked for. It ends early when nobody wants to know any more. */
export async function previewRules(
  past: readonly PastAction[],
  before: JudgedBy,
  after: JudgedBy,
  wanted: AbortSignal,
): Promise<Preview> {
  const now = { run: 0, ask: 0, deny: 0 };
  const would = { run: 0, ask: 0, deny: 0 };
  const changed: Preview['changed'] = [];
  for await (const action of yielding(past, wanted)) {
    const [was, will] = [decisionOf(action, before), decisionOf(action, after)];
    now[was] += 1;
    would[will] += 1;
    if (was !== will) changed.push(changedView(action, was, will));
  }
  return {
    looked_at: past.length,
    now,
    would,
    changed: changed.slice(0, MOST_SHOWN),
    changed_total: changed.length,
    denied_would_run: changed.filter((one) => one.denied && one.would === 'run').length,
  };
}

/** One after the other, while others have their turn; it ends when nobody wants any more. */
export async function* yielding<T>(
  all: readonly T[],
  wanted: AbortSignal,
): AsyncGenerator<T, undefined> {
  let since = performance.now();
  for (const one of all) {
    if (performance.now() - since > SLICE_MS) {
      await new Promise(setImmediate);
      if (wanted.aborted) return;
      since = performance.now();
    }
    yield one;
  }
}

/** Which rules are looked at for an action: those of its conversation, and those of all. */
export function isOfConversation({
  conversationKey: own,
}: Pick<PastAction['instruction'], 'conversationKey'>): (rule: PolicyRule) => boolean {
  return ({ conversationKey }) => conversationKey === null || conversationKey === own;
}

function decisionOf(
  { instruction, quoted }: PastAction,
  { rules, defaults }: JudgedBy,
): PolicyDecision {
  const { target, tool, risk } = instruction;
  const params = JSON.parse(instruction.paramsJson) as JsonObject;
  const own = rules.filter(isOfConversation(instruction));
  const judgement = judge(own, defaults, { target, tool, params, risk });
  return (quoted ? neverUnasked(judgement) : judgement).decision;
}

function changedView(
  { instruction, localConversationId, conversationTitle, denied }: PastAction,
  was: PolicyDecision,
  would: PolicyDecision,
): Preview['changed'][number] {
  return {
    instruction_id: instruction.instructionId,
    local_conversation_id: localConversationId,
    conversation_title: conversationTitle,
    action: actionName(instruction),
    risk: instruction.risk,
    was,
    would,
    denied,
    created_at: instruction.createdAt,
  };
}
