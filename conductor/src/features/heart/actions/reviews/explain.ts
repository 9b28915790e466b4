import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import { actionName } from '../../../../baa/action-name.ts';
import type { FoundBy } from '../../../../engine/query.ts';
import { judgedAction, type JudgedDetail } from '../judged-detail.ts';
import type { Instruction } from '../rows.ts';
import { couldLeak } from '../../lineage/feature.ts';
import {
  toolChangeView,
  judgeAction,
  matchingRules,
  type PolicyRule,
  type RiskDefaults,
} from '../../policy/feature.ts';
import type * as actions from '../queries.ts';
import type * as toolPins from '../../policy/tool-pins/queries.ts';
import type * as reviews from './queries.ts';

type Explanation = Omit<ResponseOf<'explainInstruction'>, 'rules'> & {
  readonly rules: readonly PolicyRule[];
};

/** Explains why an action runs, asks or is denied: as it would be judged now, and as it was when its turn came. */
export function explain(of: {
  readonly instruction: Instruction;
  readonly rules: readonly PolicyRule[];
  readonly foreign: FoundBy<typeof actions.foreignAction>;
  readonly pin: FoundBy<typeof toolPins.toolPin>;
  readonly judgement: FoundBy<typeof reviews.judgementOf>;
  readonly read: FoundBy<typeof actions.readMarks>;
  /** The message that its reply answers was answered before. */
  readonly isSecond: boolean;
  readonly defaults: RiskDefaults;
}): Explanation {
  const { instruction, rules, foreign, pin, judgement, read, isSecond, defaults } = of;
  const { instructionId, risk } = instruction;
  const judged = judgement && (JSON.parse(judgement.detailJson) as JudgedDetail);
  const then = judgedAction(instruction, judged);
  const quoted = quotedIn(judged, foreign);
  const change = pin && toolChangeView(pin);
  const action = {
    ...then,
    taint: read.taint,
    mayLeak: then.mayLeak === true && couldLeak(read, then),
    quoted: quoted !== null,
    toolChanged: change !== null,
    secondReply: isSecond,
  };
  const now = judgeAction(rules, defaults, action);
  return {
    instruction_id: instructionId,
    action: actionName(instruction),
    risk,
    by_risk: defaults[risk],
    quoted,
    tool_change: change,
    rules: matchingRules(rules, defaults, action),
    now: {
      decision: now.decision,
      because: now.because,
      rule_id: now.because === 'rule' ? (now.rule?.ruleId ?? null) : null,
    },
    judged: judgement &&
      judged && { decision: judged.decision, rule_id: judged.rule_id, at: judgement.at },
  };
}

/**
 * Returns where an action is quoted. For a judged action, what was found then counts: a harmless tool is asked about no
 * more than its rules say.
 */
function quotedIn(
  judged: JudgedDetail | null,
  foreign: FoundBy<typeof actions.foreignAction>,
): Explanation['quoted'] {
  if (judged !== null) return judged.quoted_from ?? null;
  return foreign && { source: foreign.source, source_id: foreign.sourceId };
}
