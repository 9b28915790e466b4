import type { Running } from './feature.ts';
import { mergeRecords } from './merge-records.ts';

type HandlersIn<Parts extends readonly unknown[]> = Parts extends readonly [
  infer First,
  ...infer Others,
]
  ? (First extends { readonly handlers: infer Own } ? Own : unknown) & HandlersIn<Others>
  : unknown;

/** One running feature made of parts. They recover and begin in this order, and stop in the reverse. */
export function together<Provided, const Parts extends readonly Running<unknown>[]>(
  provides: Provided,
  ...parts: Parts
): Running<Provided> & { readonly handlers: HandlersIn<Parts> } {
  const handlers = mergeRecords(
    parts.map((part) => part.handlers ?? {}),
    'a handler of',
  );
  return { provides, handlers: handlers as HandlersIn<Parts> & typeof handlers, parts };
}
