const MOST_NAMES = 3;

const MOST_EDITS = 3;

/**
 * Those of the `known` ids (`target::tool`) that `id` was likely meant to be, nearest first: at most three, often
 * none. A slip of the pen counts, and so does the right tool under a wrong target or with half its name.
 */
export function nearNames(id: string, known: readonly string[]): string[] {
  const ranked = known
    .map((candidate) => ({
      candidate,
      edits: remoteness(id.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.edits - b.edits);
  const nearest = ranked[0]?.edits ?? Infinity;
  return ranked
    .filter(({ edits }) => edits <= MOST_EDITS && edits <= nearest + 1)
    .slice(0, MOST_NAMES)
    .map(({ candidate }) => candidate);
}

function remoteness(id: string, candidate: string): number {
  const tool = toolOf(id);
  const candidateTool = toolOf(candidate);
  const byTool = candidateTool.split(/[._-]/).includes(tool)
    ? 1
    : editDistance(tool, candidateTool);
  return Math.min(editDistance(id, candidate), byTool + 1);
}

function toolOf(id: string): string {
  return id.split('::').at(-1) ?? id;
}

/** Letters to add, drop or change to make `b` of `a` (Levenshtein), one row of the table at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
