import { type Handle, handle } from './handle.ts';

export type { Nothing } from './handle.ts';

declare const FOUND: unique symbol;

/** A query with its parameters, as plain data. Only a handle makes one, so that every use imports what it depends on. */
export interface Query<Found = unknown> {
  readonly query: string;
  readonly with: unknown;
  /** Exists in the type alone. */
  readonly [FOUND]: Found;
}

/** A query that a feature declares. A query changes nothing. */
export type QueryHandle<With, Found> = Handle<With, Query<Found>>;

/**
 * Declares a query. Every feature declares its own in its `queries.ts`, and implements them in `queries.sqlite.ts`. Those
 * that it asks and later features answer are declared in its `asks.ts`.
 */
export function query<With, Found>(id: string): QueryHandle<With, Found> {
  return handle(id, (given = {}) => ({ query: id, with: given }));
}

/** The query that a handle makes. */
export type QueryOf<Handle extends QueryHandle<never, unknown>> = ReturnType<Handle>;

/** The result of the queries that a handle makes. */
export type FoundBy<Handle extends QueryHandle<never, unknown>> =
  ReturnType<Handle> extends Query<infer Found> ? Found : never;

/** Several queries, each under a name of the caller's choice. */
export type Queries = Readonly<Record<string, Query>>;

/** The results of several queries, under the same names. */
export type Found<Q extends Queries> = {
  readonly [K in keyof Q]: Q[K] extends Query<infer F> ? F : never;
};

/** Runs queries outside of steps, on committed rows. */
export interface Reader {
  readonly one: <F>(query: Query<F>) => Promise<F>;
  /** Runs several queries whose results must agree: no commit comes between them. */
  readonly snapshot: <Q extends Queries>(queries: Q) => Promise<Found<Q>>;
}
