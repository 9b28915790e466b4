import type { ResponseOf } from '../../../../shared/api/operations.ts';
import { actionName } from '../../baa/action-name.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import type { FoundBy } from '../../engine/query.ts';
import type { Instruction } from '../actions/feature.ts';
import {
  matchingRules,
  judge,
  neverUnasked,
  type PolicyRule,
  type RiskDefaults,
} from '../policy/feature.ts';
import { couldLeak } from '../sessions/feature.ts';
import { toolChangeView } from '../tool-pins/feature.ts';

type Explanation = Omit<ResponseOf<'explainInstruction'>, 'rules'> & {
  readonly rules: readonly PolicyRule[];
};

/** As the step that judges notes it. */
interface JudgedDetail {
  readonly decision: 'run' | 'ask' | 'deny';
  readonly rule_id: string | null;
  readonly quoted_from?: NonNullable<Explanation['quoted']>;
  readonly may_leak?: true;
  readonly second_reply?: true;
}

/** Why an action runs, asks or is denied: as it would be judged now, and as it was when its turn came. */
export function explain(of: {
  readonly instruction: Instruction;
  readonly rules: readonly PolicyRule[];
  readonly foreign: FoundBy<'foreignAction'>;
  readonly pin: FoundBy<'toolPin'>;
  readonly judgement: FoundBy<'judgementOf'>;
  readonly read: FoundBy<'readMarks'>;
  readonly defaults: RiskDefaults;
}): Explanation {
  const { instruction, rules, foreign, pin, judgement, read, defaults } = of;
  const { instructionId, target, tool, risk, readOnly } = instruction;
  const params = JSON.parse(instruction.paramsJson) as JsonObject;
  const judged = judgement && (JSON.parse(judgement.detailJson) as JudgedDetail);
  const mayLeak = judged?.may_leak === true && couldLeak(read, { target, tool });
  const action = { target, tool, params, risk, readOnly, taint: read.taint, mayLeak };
  const quoted = quotedIn(judged, foreign);
  const byRules = judge(rules, defaults, action);
  const change = pin && toolChangeView(pin);
  const isSecond = judged?.second_reply === true;
  const asks = quoted !== null || change !== null || isSecond;
  const now = asks ? neverUnasked(byRules) : byRules;
  const asksAnyway = now.decision !== byRules.decision;
  const because = asksAnyway
    ? quoted !== null
      ? 'quoted'
      : change !== null
        ? 'tool_changed'
        : 'second_reply'
    : (now.because ?? (now.rule === null ? 'risk' : 'rule'));
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
      because,
      rule_id: because === 'rule' ? (now.rule?.ruleId ?? null) : null,
    },
    judged: judgement &&
      judged && { decision: judged.decision, rule_id: judged.rule_id, at: judgement.at },
  };
}

/** Once it was judged, what was found then counts: a harmless tool is asked about no more than its rules say. */
function quotedIn(
  judged: JudgedDetail | null,
  foreign: FoundBy<'foreignAction'>,
): Explanation['quoted'] {
  if (judged !== null) return judged.quoted_from ?? null;
  return foreign && { source: foreign.source, source_id: foreign.sourceId };
}
