/** Closes a switch over a union: a new member becomes a type error here, and a thrown bug at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
