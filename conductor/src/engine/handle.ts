/** The parameters of what needs none. */
export type Nothing = Readonly<Record<never, never>>;

declare const GIVEN: unique symbol;

/**
 * Something that a feature declares and others use: called with its parameters, it makes plain data. Who uses it imports it,
 * so that a wall sees what depends on what.
 */
export interface Handle<Given, Made> {
  (...given: Nothing extends Given ? [given?: Given] : [given: Given]): Made;
  /** Name of the export that holds it. */
  readonly id: string;
  /** Exists in the type alone. */
  readonly [GIVEN]?: (given: Given) => void;
}

/** The parameters of a handle. */
export type GivenTo<H> = H extends Handle<infer Given, unknown> ? Given : never;

/** Makes a handle of a function that makes its data. */
export function handle<Given, Made>(
  id: string,
  make: (given: object | undefined) => object,
): Handle<Given, Made> {
  return Object.assign(make, { id }) as unknown as Handle<Given, Made>;
}
