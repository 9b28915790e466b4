declare const VALUE: unique symbol;

/** A value from outside that a feature needs: a folder, a secret, a way to an edge. */
export interface GivenHandle<Value> {
  readonly id: string;
  /** Exists in the type alone. */
  readonly [VALUE]?: (value: Value) => Value;
}

/** Declares a value from outside. Every feature declares its own in its `given.ts`; `conductor.ts` gives them. */
export function fromOutside<Value>(id: string): GivenHandle<Value> {
  return { id };
}

/** A value that is given. */
export interface Gift {
  readonly id: string;
  readonly value: unknown;
}

/** Gives the value of a handle. */
export function give<Value>({ id }: GivenHandle<Value>, value: NoInfer<Value>): Gift {
  return { id, value };
}

/** Returns the value of a handle. Throws if nobody gave it. */
export type Given = <Value>(handle: GivenHandle<Value>) => Value;

/** Returns what was given. */
export function createGiven(gifts: readonly Gift[]): Given {
  const byId = new Map(gifts.map(({ id, value }) => [id, value]));
  return <Value>({ id }: GivenHandle<Value>): Value => {
    if (!byId.has(id)) throw new Error(`Nobody gave ${id}: see conductor.ts.`);
    return byId.get(id) as Value;
  };
}
