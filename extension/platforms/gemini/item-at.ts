/** Returns the item at a chain of indexes in nested lists, which is how this site writes everything. */
export function itemAt(value: unknown, ...places: readonly number[]): unknown {
  let found = value;
  for (const place of places) {
    if (!Array.isArray(found)) return undefined;
    found = (found as unknown[])[place];
  }
  return found;
}

export function textItemAt(value: unknown, ...places: readonly number[]): string | null {
  const found = itemAt(value, ...places);
  return typeof found === 'string' && found !== '' ? found : null;
}
