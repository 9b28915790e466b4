import type { ChatSession, DataKind, HeardMarks, ReadMarks } from './rows.ts';

type Marked = Pick<ChatSession, 'taint' | 'seen'>;

/** What sessions of one family have read, together. */
export function readMarks(sessions: readonly Marked[]): ReadMarks {
  const has = (kind: DataKind): boolean => sessions.some(({ seen }) => seen?.[kind] !== undefined);
  const taints = sessions.flatMap(({ taint }) => taint ?? []);
  return {
    taint: taints.toSorted((a, b) => a.since - b.since)[0] ?? null,
    couldLeak: has('private') && (has('untrusted') || taints.length > 0),
  };
}

/** The same, for whoever is told something by them. */
export function heardMarks(sessions: readonly Marked[]): HeardMarks {
  return {
    origins: [...new Set(sessions.flatMap(({ taint }) => taint?.origins ?? []))],
    kinds: (['untrusted', 'private'] as const).filter((kind) =>
      sessions.some(({ seen }) => seen?.[kind] !== undefined),
    ),
  };
}
