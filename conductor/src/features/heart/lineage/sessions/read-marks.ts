import type { ChatSession, DataKind, HeardMarks, ReadMarks } from './rows.ts';

type Marked = Pick<ChatSession, 'taint' | 'seen'>;

/** Joins the marks of sessions of one family. */
export function readMarks(sessions: readonly Marked[]): ReadMarks {
  const has = (kind: DataKind): boolean => sessions.some(({ seen }) => seen?.[kind] !== undefined);
  const taints = sessions.flatMap(({ taint }) => taint ?? []);
  return {
    taint: taints.toSorted((a, b) => a.since - b.since)[0] ?? null,
    strangers: has('untrusted') || taints.length > 0,
    privateFrom: sessions.flatMap(({ seen }) => seen?.private?.from ?? []),
  };
}

const BROWSER = 'browser';

/** Tool that carries data out in the address that it opens; the other tools of `browser` act in pages. */
const OPEN_URL = 'open-url';

/**
 * Tells whether an action could send out the person's own data, asked by strangers. Data read in pages and sent into
 * pages is the matter of their sites: each site is allowed by itself, and data read in one and typed into another asks
 * (call-risk.ts).
 */
export function couldLeak(
  { strangers, privateFrom }: Pick<ReadMarks, 'strangers' | 'privateFrom'>,
  { target, tool }: { readonly target: string; readonly tool: string },
): boolean {
  const isInPages = target === BROWSER && tool !== OPEN_URL;
  return strangers && privateFrom.some((from) => !isInPages || from !== BROWSER);
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
