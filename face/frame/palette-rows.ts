/** A line of the palette. */
export interface PaletteRow {
  readonly id: string;
  /** Ours or somebody else's words; what is typed is looked for in them. */
  readonly text: string;
  /** Which kind of thing it is, in a word. */
  readonly kind: string;
  /** More to find it by, and to tell it from others. */
  readonly hint?: string;
  readonly run: () => void;
}

/** The typed text, and the place where it is searched. */
export type Wish =
  | { readonly kind: 'all'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'event'; readonly id: number | null }
  | { readonly kind: 'words'; readonly text: string };

export const MOST_ROWS = 20;

/** `>` commands, `#` an event by its id, `"` words in messages; else everything by its name. */
export function wishOf(typed: string): Wish {
  const text = typed.trim();
  const rest = text.slice(1).trim();
  if (text.startsWith('>')) return { kind: 'command', text: rest };
  if (text.startsWith('"') || text.startsWith('“')) {
    return { kind: 'words', text: rest.replace(/["”]$/, '') };
  }
  if (text.startsWith('#')) return { kind: 'event', id: /^\d{1,15}$/.test(rest) ? +rest : null };
  return { kind: 'all', text };
}

/** Returns the rows that fit the typed text, the best first; rows that fit equally keep their order. */
export function rankRows(rows: readonly PaletteRow[], typed: string): readonly PaletteRow[] {
  return rows
    .map((row) => ({
      row,
      score: Math.max(scoreOf(row.text, typed), scoreOf(row.hint, typed) / 2),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_ROWS)
    .map(({ row }) => row);
}

/** 0: it does not fit. A beginning counts more than the beginning of a word, that more than a middle, that more than letters apart. */
function scoreOf(text: string | undefined, typed: string): number {
  if (text === undefined) return 0;
  const where = text.toLowerCase();
  const what = typed.toLowerCase();
  const at = where.indexOf(what);
  if (at === 0) return what === where ? 9 : 8;
  if (at > 0) return /[\p{L}\p{N}]/u.test(where[at - 1] ?? '') ? 4 : 6;
  return what.length > 1 && hasInOrder(where, what) ? 2 : 0;
}

function hasInOrder(where: string, what: string): boolean {
  let at = 0;
  for (const letter of what) {
    at = where.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
