import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { LookedAt, Tool } from '../../heart/actions/feature.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { commandError } from './role-limits.ts';
import { type Risks, risksOf, type Scan, type Told } from '../../../text-risk/scan-risk.ts';

declare const isLookedAt: unique symbol;

/**
 * Risks of a text, found by scanning it as it is told. A text without this is never queued for a worker: new-input.ts.
 */
export type Looked = Risks & { readonly [isLookedAt]: true };

/** Looks at texts that go to workers, or says what the role of one may not be told. */
export function lookOver(told: readonly Told[], scan: Scan): Result<Looked, CodedError> {
  const refused = commandError(told);
  return refused === null ? ok(risksOf(told, scan) as Looked) : err(refused);
}

/** Baton's own words, and what was looked at when it came into the run. */
export const OWN_WORDS = { level: 'low', rules: [], asks: false } as unknown as Looked;

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
      const looked = lookOver(await toldOf(params, call), scan);
      if (!looked.ok) return looked;
      const { level, rules, asks } = looked.value;
      return ok({
        risk: asks ? 'high' : 'low',
        asksAlways: asks, // guard: high-always-asks
        facts: { run: { risk: level, rules } },
        subject: null,
      } as const);
    },
  };
}
