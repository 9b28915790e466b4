import { insert, plan } from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import { type IdempotencyRecord, IDEMPOTENCY_KEYS } from '../rows.ts';
import * as idempotency from '../queries.ts';

/** Keeps the response to a request that named itself; the first one that was kept stays. */
export const keepResponse = defineStep({
  name: 'keep response',
  load: ({ response: { key } }: { readonly response: IdempotencyRecord }) => ({
    known: idempotency.idempotencyKey({ key }),
  }),
  decide: ({ known }, { response }): Decision<null> => ({
    plan: plan({ changes: known === null ? [insert(IDEMPOTENCY_KEYS, response)] : [] }),
    outcome: null,
  }),
});
