import type { Statements } from '../../stores/sqlite/statements.ts';

/** Settings as a person changed them, the values parsed. */
export function storedSettings(
  statements: Statements,
): { readonly name: string; readonly value: unknown }[] {
  return statements
    .all<{ name: string; value_json: string }>('select name, value_json from settings')
    .map(({ name, value_json }) => ({ name, value: JSON.parse(value_json) as unknown }));
}
