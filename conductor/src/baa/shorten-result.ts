import { headOf, tailOf } from './cut-text.ts';

/** Longest result that is kept as it is, in UTF-16 units. */
export const WHOLE_RESULT_LENGTH = 8_000;

/** UTF-16 code units that are kept from the beginning of a long result. */
export const HEAD_LENGTH = 6_000;

const TAIL_LENGTH = 1_500;

/**
 * Head and tail of a long text that is kept whole under `artifactId`, and between them what is missing and where it is.
 * Keeps to `limit` UTF-16 units, which are 1,000 or more.
 */
export function shortenResult(text: string, artifactId: string, limit = Infinity): string {
  // What is left of the limit is for the line between them.
  const head = headOf(text, Math.min(HEAD_LENGTH, Math.floor(limit * 0.65)));
  const tail = tailOf(text, Math.min(TAIL_LENGTH, Math.floor(limit * 0.15)));
  const missing = text.length - head.length - tail.length;
  const gap = `(${missing} of ${text.length} characters left out here; ${readOn(artifactId, head.length)})`;
  return `${head}\n${gap}\n${tail}`;
}

const GAP =
  /\((?:\d+) of (\d+) characters left out here; read on with @conductor::artifact\.read::\{"id":"([^"\\]{1,300})"/;

/** Returns the length of a text that was shortened so, and where it is kept whole. Null: it was not shortened. */
export function shortened(
  text: string,
): { readonly length: number; readonly artifactId: string } | null {
  const found = GAP.exec(text);
  if (found === null) return null;
  return { length: Number(found[1]), artifactId: found[2] ?? '' };
}

/** How the assistant gets the rest: written so that it can be copied into an action block. */
export function readOn(id: string, offset: number): string {
  const params = offset === 0 ? { id } : { id, offset };
  return `read on with @conductor::artifact.read::${JSON.stringify(params)}`;
}
