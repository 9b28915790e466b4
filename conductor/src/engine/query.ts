export type Nothing = Readonly<Record<never, never>>;

/** A query of a step's: what it names, and what it is answered with. */
export interface Asked<With, Answer> {
  readonly with: With;
  readonly answer: Answer;
}

/** The queries a step may ask. Every feature adds its own in its `queries.ts`, and says in `queries.sqlite.ts` how they are run. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface QueryTypes {}
