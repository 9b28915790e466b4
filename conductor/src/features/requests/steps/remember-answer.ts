import { insert, plan } from '../../../engine/plan.ts';
import type { Asks, Step } from '../../../engine/step.ts';
import type { IdempotencyKey } from '../rows.ts';

/** Keeps the answer to a request that named itself; the first one that was kept stays. */
export const rememberAnswer: Step<
  { readonly answer: IdempotencyKey },
  { readonly known: Asks<'idempotencyKey'> },
  null
> = {
  name: 'remember answer',
  load: ({ answer: { key } }) => ({ known: { ask: 'idempotencyKey', key } }),
  decide: ({ known }, { answer }) => ({
    plan: plan({ changes: known === null ? [insert('idempotencyKeys', answer)] : [] }),
    outcome: null,
  }),
};

export const recallAnswer: Step<
  { readonly key: string },
  { readonly known: Asks<'idempotencyKey'> },
  IdempotencyKey | null
> = {
  name: 'recall answer',
  load: ({ key }) => ({ known: { ask: 'idempotencyKey', key } }),
  decide: ({ known }) => ({ plan: plan({}), outcome: known }),
};
