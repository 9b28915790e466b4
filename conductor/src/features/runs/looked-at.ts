import { err, ok } from '../../../../shared/lib/result.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import type { LookedAt, Tool } from '../actions/feature.ts';
import { commandError } from './role-limits.ts';
import { risksOf, type Scan, type Told } from '../../text-risk/scan-risk.ts';

/**
 * A call whose texts go to workers: what those could do decides what it needs, and a person is always asked of the worst.
 * What the role of a worker may not be told is refused.
 *
 * @param toldOf Each as its worker is told it: in another form, as in JSON, a line does not begin where it begins.
 */
export function lookedAt(
  tool: Tool,
  toldOf: (params: JsonObject, by: LookedAt) => Promise<readonly Told[]>,
  scan: Scan,
): Tool {
  return {
    ...tool,
    async look(params, call) {
      const told = await toldOf(params, call);
      const refused = commandError(told);
      if (refused !== null) return err(refused);
      const { level, rules, asks } = risksOf(told, scan);
      return ok({
        risk: asks ? 'high' : 'low',
        asksAlways: asks,
        facts: { run: { risk: level, rules } },
        subject: null,
      } as const);
    },
  };
}
