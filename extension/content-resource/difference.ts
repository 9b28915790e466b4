import { inSlices } from './in-slices.ts';
import type { PageReading } from './page-reading.ts';

const MAX_SHOWN = 40;
/** Lines read before an act of a page that was never looked at. */
const FIRST_LOOK = 200;
/** Lines that came in may have moved the last ones seen so far down. */
const BEYOND = 60;

/** The page as it was seen last, or as it stands now where nobody looked. */
export async function seenLines(reading: PageReading): Promise<readonly string[]> {
  return reading.view.seen ?? (await firstLines(reading, FIRST_LOOK));
}

/** Returns the lines that came and went since: `+ status "Saved"`. Keeps the current lines for the next time. */
export async function differenceSince(
  reading: PageReading,
  before: readonly string[],
): Promise<string> {
  const after = await firstLines(reading, before.length + BEYOND);
  const old = withoutTail(before, after);
  const now = withoutTail(after, before);
  reading.view.seen = now;
  const gone = missing(old, now).map((line) => `- ${line.trim()}`);
  const came = missing(now, old).map((line) => `+ ${line.trim()}`);
  const all = [...gone, ...came];
  const more = all.length - MAX_SHOWN;
  return [...all.slice(0, MAX_SHOWN), ...(more > 0 ? [`(${more} more)`] : [])].join('\n');
}

async function firstLines({ walk }: PageReading, most: number): Promise<readonly string[]> {
  const lines: string[] = [];
  await inSlices(walk().lines(), ({ text }) => lines.push(text) < most);
  return lines;
}

/** Only as far as both were read: what comes after the last line that both have may be in both. */
function withoutTail(lines: readonly string[], others: readonly string[]): readonly string[] {
  if (Math.max(lines.length, others.length) < FIRST_LOOK) return lines;
  const known = new Set(others);
  return lines.slice(0, lines.findLastIndex((line) => known.has(line)) + 1);
}

function missing(from: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return from.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}
