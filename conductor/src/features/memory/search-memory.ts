import type { MemoryItem, MemoryKind } from './rows.ts';

/**
 * Items that hold all of the words, in any order and case, those with the words next to each other first, then the newest.
 * A memory has a few hundred items: looking through them takes less than an index would.
 */
export function searchMemory(
  items: readonly MemoryItem[],
  {
    words,
    kinds,
    limit,
  }: {
    readonly words: string;
    /** Null: of any kind. */
    readonly kinds: readonly MemoryKind[] | null;
    readonly limit: number;
  },
): readonly MemoryItem[] {
  const whole = plain(words);
  const each = whole.split(' ').filter((word) => word !== '');
  return items
    .filter(({ kind }) => kinds === null || kinds.includes(kind))
    .map((item) => ({ item, said: plain(`${item.text} ${item.note ?? ''}`) }))
    .filter(({ said }) => each.length > 0 && each.every((word) => said.includes(word)))
    .toReversed()
    .toSorted((a, b) => Number(b.said.includes(whole)) - Number(a.said.includes(whole)))
    .slice(0, limit)
    .map(({ item }) => item);
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();
}
