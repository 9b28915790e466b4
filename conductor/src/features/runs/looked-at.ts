import { ok } from '../../../../shared/lib/result.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import type { Tool } from '../actions/feature.ts';
import { type Risk, risksOf } from './risk/scan-risk.ts';

/**
 * A call whose texts go to workers: what those could do decides what it needs, and a person is always asked of the worst.
 *
 * @param textsOf Each as its worker is told it: in another form, as in JSON, a line does not begin where it begins.
 */
export function lookedAt(
  tool: Tool,
  textsOf: (params: JsonObject) => readonly string[],
  scan: (text: string) => Risk,
): Tool {
  return {
    ...tool,
    look(params) {
      const { level, rules } = risksOf(textsOf(params), scan);
      const look = ok({
        // An assistant asks by itself before it does what is only worth a look.
        risk: level === 'high' ? 'high' : 'low',
        asksAlways: level === 'high',
        facts: { run: { risk: level, rules } },
        subject: null,
      } as const);
      return Promise.resolve(look);
    },
  };
}
