import type { ChatSession, DataKind, ReadMarks } from './rows.ts';

/** What sessions of one family have read, together. */
export function readMarks(sessions: readonly Pick<ChatSession, 'taint' | 'seen'>[]): ReadMarks {
  const has = (kind: DataKind): boolean => sessions.some(({ seen }) => seen?.[kind] !== undefined);
  const taints = sessions.flatMap(({ taint }) => taint ?? []);
  return {
    taint: taints.toSorted((a, b) => a.since - b.since)[0] ?? null,
    couldLeak: has('private') && (has('untrusted') || taints.length > 0),
  };
}
