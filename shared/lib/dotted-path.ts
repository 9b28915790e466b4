/** An object, and nothing that is a value as a whole. */
export type Group = Readonly<Record<string, unknown>>;

/** Tells whether it is an object that is no list. */
export function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The keys that a dotted name stands for in `value`, outermost first. Keys may hold dots themselves, as names of sites do.
 * Null: there is nothing of that name.
 */
export function keysAlong(value: unknown, name: string): readonly string[] | null {
  if (!isGroup(value)) return null;
  if (Object.hasOwn(value, name)) return [name];
  for (const [key, inner] of Object.entries(value)) {
    const rest = name.startsWith(`${key}.`) ? keysAlong(inner, name.slice(key.length + 1)) : null;
    if (rest !== null) return [key, ...rest];
  }
  return null;
}

/** Returns the value at the end of `keys`; undefined: there is none. */
export function valueAt(value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  return isGroup(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined;
}

/** A group that holds nothing but `value`, at the end of `keys`. */
export function nested(keys: readonly string[], value: unknown): unknown {
  return keys.reduceRight((inner, key) => ({ [key]: inner }), value);
}

/** Every value with its dotted name, in order. An empty group has none. */
export function leaves(value: unknown, name = ''): readonly (readonly [string, unknown])[] {
  if (!isGroup(value)) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, name === '' ? key : `${name}.${key}`),
  );
}

/** `base` with the values of `patch` in place of its own, at every depth; what only `base` has stays. */
export function merged(base: unknown, patch: unknown): unknown {
  if (!isGroup(base) || !isGroup(patch)) return patch;
  const inner = Object.entries(patch)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, Object.hasOwn(base, key) ? merged(base[key], value) : value]);
  return { ...base, ...Object.fromEntries(inner) };
}

/** `value` without what stands at the end of `keys`, and without groups that are empty then. Undefined: nothing is left. */
export function without(value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return undefined;
  if (!isGroup(value)) return value;
  const { [key]: inner, ...others } = value;
  const left = without(inner, rest);
  const whole = left === undefined ? others : { ...value, [key]: left };
  return Object.keys(whole).length === 0 ? undefined : whole;
}
