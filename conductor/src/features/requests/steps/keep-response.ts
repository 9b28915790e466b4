import { insert, plan } from '../../../engine/plan.ts';
import type { QueryNamed } from '../../../engine/query.ts';
import type { Step } from '../../../engine/step.ts';
import type { IdempotencyKey } from '../rows.ts';

/** Keeps the response to a request that named itself; the first one that was kept stays. */
export const keepResponse: Step<
  { readonly response: IdempotencyKey },
  { readonly known: QueryNamed<'idempotencyKey'> },
  null
> = {
  name: 'keep response',
  load: ({ response: { key } }) => ({ known: { query: 'idempotencyKey', key } }),
  decide: ({ known }, { response }) => ({
    plan: plan({ changes: known === null ? [insert('idempotencyKeys', response)] : [] }),
    outcome: null,
  }),
};
