/** A JSON object whose fields nobody has checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Tells whether it is an object that is no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value under a chain of field names; undefined where the chain breaks. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

/** The text at the end of the path; null if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
}

/** An identifier: a non-empty text of at most 256 characters, or a whole number, as sites like either. */
export function idAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  if (typeof found === 'number' && Number.isSafeInteger(found)) return String(found);
  return typeof found === 'string' && found.length > 0 && found.length <= 256 ? found : null;
}

/** The list at the end of the path; empty if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Parses untrusted JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON is an answer here, not a fault.
  }
}

/** The first of these fields that is there and not null; null when none is. */
export function firstPresent(value: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const found = at(value, name);
    if (found !== undefined && found !== null) return found;
  }
  return null;
}
