import type { Decision } from '../../../../engine/step.ts';
import { defineStep } from '../../../../engine/step.ts';
import { removedRules } from '../role-rules.ts';
import * as runs from '../queries.ts';

/** Ends what roles asked about or denied, of workers that have answered all that they were told. */
export const endRoleRules = defineStep({
  name: 'end rules of roles',
  load: (_input: { readonly now: number }) => ({ rules: runs.outlivedRoleRules() }),
  decide: ({ rules }, { now }): Decision<null> => ({
    plan: removedRules(rules, now),
    outcome: null,
  }),
});
