import { readFileSync } from 'node:fs';

/** Texts that hint at harm to those who read them, and texts that do not, by the id of the hint. */
export const PROSE_EXAMPLES = JSON.parse(
  readFileSync(new URL('../fixtures/shell/prose-examples.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly match: string[]; readonly pass: string[] }>>;
