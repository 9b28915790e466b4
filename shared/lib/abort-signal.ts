/** The platform's own AbortSignal: the contract names neither the DOM nor Node, and both have it. */
export type AbortSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
}
  ? Signal
  : never;
