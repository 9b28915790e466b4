import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import { holdsIn, matchingRules } from '../../policy/feature.ts';
import { type JudgedBy, pastAction, yielding } from './preview-rules.ts';
import type { PastAction } from './queries.ts';

/** Counts how many past actions each rule fits, or may fit. Stops early when the result is not wanted any more. */
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
