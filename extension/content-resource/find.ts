import type { FindArgs, FindResult } from '../messages/resource-messages.ts';
import { clean } from '../../shared/lib/page-line.ts';
import { inSlices } from './in-slices.ts';
import type { Line } from './line-writer.ts';
import type { PageReading } from './page-reading.ts';

const MAX_FOUND = 50;

/** The lines of a snapshot that hold a text, or a control of that role and name, each below those of its regions. */
export async function findInPage(
  reading: PageReading,
  { text, role, name, limit = 10 }: FindArgs,
): Promise<FindResult> {
  const walk = reading.walk();
  const lines: string[] = [];
  const wanted = { text: lower(text), name: lower(name), role };
  const most = Math.min(limit, MAX_FOUND);
  let found = 0;
  let regions: readonly string[] = [];
  await inSlices(walk.lines(), (line) => {
    if (!fits(line, wanted)) return true;
    found += 1;
    if (found > most) return false;
    lines.push(...line.regions.filter((region, depth) => regions[depth] !== region), line.text);
    regions = line.regions;
    return true;
  });
  return { lines, found, frames: walk.frames };
}

function fits(
  line: Line,
  wanted: {
    readonly text: string | null;
    readonly name: string | null;
    readonly role?: string | undefined;
  },
): boolean {
  if (wanted.text !== null && !line.text.toLowerCase().includes(wanted.text)) return false;
  if (wanted.role === undefined && wanted.name === null) return true;
  return line.controls.some(
    (control) =>
      (wanted.role === undefined || control.role === wanted.role) &&
      (wanted.name === null || control.name.toLowerCase().includes(wanted.name)),
  );
}

function lower(text: string | undefined): string | null {
  return text === undefined ? null : clean(text).toLowerCase();
}
