import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import { actionName } from '../../../../baa/action-name.ts';
import { judgedAction, type JudgedDetail } from '../judged-detail.ts';
import {
  holdsIn,
  judgeAction,
  type PolicyDecision,
  type PolicyRule,
  type RiskDefaults,
} from '../../policy/feature.ts';
import type { PastAction } from './queries.ts';

type Preview = ResponseOf<'previewRule'>;

const MOST_SHOWN = 100;

/** Milliseconds after which others have their turn: what assistants wrote may take long to judge. */
const SLICE_MS = 10;

/** All rules there are, and what holds where none fits. */
export interface JudgedBy {
  readonly rules: readonly PolicyRule[];
  readonly defaults: RiskDefaults;
}

/** Judges past actions by other rules, and counts the decisions. Stops early when the result is not wanted any more. */
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
      await new Promise(setImmediate); // guard: preview-in-turns
      if (wanted.aborted) return;
      since = performance.now();
    }
    yield one;
  }
}

/** The action with all that was known of it when it was judged. */
export function pastAction({
  instruction,
  judgedJson,
}: Pick<PastAction, 'instruction' | 'judgedJson'>): ReturnType<typeof judgedAction> {
  const judged = judgedJson === null ? null : (JSON.parse(judgedJson) as JudgedDetail);
  return judgedAction(instruction, judged);
}

function decisionOf(past: PastAction, { rules, defaults }: JudgedBy): PolicyDecision {
  const own = rules.filter((rule) => holdsIn(rule, past.family));
  return judgeAction(own, defaults, pastAction(past)).decision;
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
