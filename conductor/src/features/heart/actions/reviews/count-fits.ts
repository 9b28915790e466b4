import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import { holdsIn, matchingRules } from '../../policy/feature.ts';
import { type JudgedBy, pastAction, yielding } from './preview-rules.ts';
import type { PastAction } from './queries.ts';

/** Of actions that were asked for: how many each rule fits, or may fit. It ends early when nobody wants to know any more. */
export async function countFits(
  past: readonly PastAction[],
  { rules, defaults }: JudgedBy,
  wanted: AbortSignal,
): Promise<ResponseOf<'countRuleFits'>> {
  const fits = new Map(rules.map(({ ruleId }) => [ruleId, 0]));
  for await (const one of yielding(past, wanted)) {
    const own = rules.filter((rule) => holdsIn(rule, one.family));
    for (const { ruleId } of matchingRules(own, defaults, pastAction(one)))
      fits.set(ruleId, (fits.get(ruleId) ?? 0) + 1);
  }
  const items = [...fits].map(([id, count]) => ({ rule_id: id, fits: count }));
  return { looked_at: past.length, items };
}
