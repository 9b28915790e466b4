import type { Nothing, QueryType } from '../../../../engine/query.ts';

export interface NumbersQueries {
  /** Deliveries that have not ended. */
  readonly openDeliveryCount: QueryType<Nothing, number>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends NumbersQueries {}
}
