/** The parameters of a query without parameters. */
export type Nothing = Readonly<Record<never, never>>;

/** The parameters and the result of a query. */
export interface QueryType<With, Found> {
  readonly with: With;
  readonly found: Found;
}

/**
 * All queries. Every feature adds its own in its `queries.ts`, and implements them in `queries.sqlite.ts`. A query
 * changes nothing.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface QueryTypes {}

/** The name of a query of any feature. */
export type QueryName = keyof QueryTypes;

/** A query with its parameters. */
export type Query = {
  [Name in QueryName]: { readonly query: Name } & QueryTypes[Name]['with'];
}[QueryName];

/** The query of that name. */
export type QueryNamed<Name extends QueryName> = Extract<Query, { readonly query: Name }>;

/** The result of the query of that name. */
export type FoundBy<Name extends QueryName> = QueryTypes[Name]['found'];

/** Several queries, each under a name of the caller's choice. */
export type Queries = Readonly<Record<string, Query>>;

/** The results of several queries, under the same names. */
export type Found<Q extends Queries> = { readonly [K in keyof Q]: FoundBy<Q[K]['query']> };

/** Runs queries outside of steps, on committed rows. */
export interface Reader {
  readonly one: <Q extends Query>(query: Q) => Promise<FoundBy<Q['query']>>;
  /** Runs several queries whose results must agree: no commit comes between them. */
  readonly snapshot: <Q extends Queries>(queries: Q) => Promise<Found<Q>>;
}
