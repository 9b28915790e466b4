import { distance } from 'fastest-levenshtein';

const MOST_NAMES = 3;

const MOST_EDITS = 3;

/**
 * The `known` ids (`target::tool`) that were probably meant by `id`, nearest first: at most three, often none. It finds
 * typing errors, and the right tool with a wrong target or with half its name.
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
  const byTool = candidateTool.split(/[._-]/).includes(tool) ? 1 : distance(tool, candidateTool);
  return Math.min(distance(id, candidate), byTool + 1);
}

function toolOf(id: string): string {
  return id.split('::').at(-1) ?? id;
}
