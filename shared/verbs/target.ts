import * as z from 'zod/mini';

const selector = z.string().check(z.minLength(1), z.maxLength(1_000));
const word = z.string().check(z.minLength(1), z.maxLength(200));

/** `e12`, `f2e12` in a frame, `f2f5e12` in a frame of that. */
export const ref = z.string().check(z.regex(/^(?:f\d{1,9}){0,6}[ef]\d{1,9}$/, 'is a ref, as e12'));

/** How a call names an element: by a ref of a snapshot, by a CSS selector, or by role and name. */
export const targetFields = {
  ref: z.optional(ref),
  selector: z.optional(selector),
  role: z.optional(word),
  name: z.optional(word),
  /** Index among several with that role and name, from 0. */
  nth: z.optional(z.int().check(z.nonnegative(), z.maximum(10_000))),
};

/** The fields of a target beside others. */
export interface Target {
  readonly ref?: string | undefined;
  readonly selector?: string | undefined;
  readonly role?: string | undefined;
  readonly name?: string | undefined;
  readonly nth?: number | undefined;
}

/** Says what is wrong with how an element is named; null: nothing. */
export function targetFault(target: Target): string | null {
  const ways = [target.ref, target.selector, target.role].filter((way) => way !== undefined);
  if (ways.length > 1) return 'give one of ref, selector, role';
  if (target.role === undefined && (target.name ?? target.nth) !== undefined) {
    return 'name and nth go with role';
  }
  return null;
}

/** An element must be named, in one way. */
export const needsTarget = z.refine<Target>(
  (args) => targetFault(args) === null && (args.ref ?? args.selector ?? args.role) !== undefined,
  { error: 'name one element: ref, selector, or role with name' },
);

/** An element may be named, in one way. */
export const mayHaveTarget = z.refine<Target>((args) => targetFault(args) === null, {
  error: 'name at most one element: ref, selector, or role with name',
});

/** An element named within other arguments. */
export const target = z.strictObject(targetFields).check(needsTarget);
