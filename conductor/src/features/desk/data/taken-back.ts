import * as policy from '../../heart/policy/queries.ts';
import type { Reader } from '../../../engine/query.ts';
import type { StepRunner } from '../../../engine/step.ts';
import { addPolicyRule, type PolicyRule } from '../../heart/policy/feature.ts';

/** Rights that a person has taken back, as far as a store knows. */
export interface TakenBack {
  /** Browsers that were unpaired. */
  readonly browsers: ReadonlySet<string>;
  /** Rules that let run, and were removed or changed. */
  readonly rules: ReadonlySet<string>;
  /** Rules that ask or deny. */
  readonly limits: readonly PolicyRule[];
  /** Sites that chats may not use any more, by their grants. */
  readonly grants: ReadonlySet<string>;
  /** Conversations that act no more, by their keys, and how they are now. */
  readonly modes: ReadonlyMap<string, 'manual' | 'paused'>;
}

/** Has rules that ask or deny hold again where a backup has none of that id, nor lets run by it. */
export async function limitAgain(
  read: Reader,
  store: StepRunner,
  { limits }: TakenBack,
): Promise<void> {
  for (const rule of limits) {
    const known = await read.one(policy.policyRule({ ruleId: rule.ruleId }));
    if (known === null) await store.run(addPolicyRule, { rule, via: 'restore' }); // guard: restored-limits
  }
}
