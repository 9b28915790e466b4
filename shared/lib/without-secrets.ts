import type { SecretValues } from './secret-values.ts';

/** Words of ours, with those of a page in quotes. */
const IN_QUOTES: ReadonlySet<string> = new Set([
  'lines',
  'line',
  'diff',
  'text',
  'error_message',
  'not_shown',
]);
/** Names that we gave, and what is looked into nowhere. */
const OURS: ReadonlySet<string> = new Set(
  'snapshot resource resource_id document doc ref mime kind was error_code code data_base64 origins secrets'.split(
    ' ',
  ),
);

/**
 * Removes secret values from every text in `told`, at any depth.
 *
 * @param kept Names of further fields that stay as they are.
 */
export function withoutSecrets<Told>(
  values: SecretValues,
  told: Told,
  kept: ReadonlySet<string> = new Set(),
): Told {
  const pass = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return blanked(values, value, name);
    if (Array.isArray(value)) return value.map((one) => pass(one, name));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        OURS.has(key) || kept.has(key) ? one : pass(one, key),
      ]),
    );
  };
  return pass(told, '') as Told;
}

function blanked(values: SecretValues, text: string, name: string): string {
  if (IN_QUOTES.has(name)) return values.blankQuoted(text); // guard: secrets-in-quotes
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? values.blankAddress(text) : values.blank(text);
}
