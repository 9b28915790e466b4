import { clean, INDENT, roleAndName } from '../../shared/lib/page-line.ts';
import type { FrameInPage, SnapshotResult } from '../messages/resource-messages.ts';

/** Reads on in one frame: from that line of it, so many characters. Null: it cannot be entered. */
export type ReadFrame = (
  frame: FrameInPage | null,
  prefix: string,
  from: number,
  maxChars: number,
) => Promise<SnapshotResult | null>;

export interface Composed {
  readonly lines: readonly string[];
  readonly ended: boolean;
  readonly hidden: number;
  readonly links: readonly string[];
}

/** What is left for a frame's lines must be worth asking for them. */
const LEAST_CHARS = 100;

/**
 * One snapshot out of the page's and its frames': first the page's lines, then those of each frame it may enter, below a
 * line that names it. Lines are counted over all of them.
 */
export async function composeSnapshot(
  read: ReadFrame,
  from: number,
  maxChars: number,
): Promise<Composed> {
  const lines: string[] = [];
  const links: string[] = [];
  let hidden = 0;
  let toPass = from - 1;
  let left = maxChars;
  let ended = true;
  const queue: { readonly frame: FrameInPage | null; readonly prefix: string }[] = [
    { frame: null, prefix: '' },
  ];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (left < LEAST_CHARS) {
      ended = false;
      break;
    }
    const { frame, prefix } = next;
    // The line that names a frame's lines is one of them.
    const isNamed = frame !== null && toPass === 0;
    const before = frame === null || isNamed ? toPass : toPass - 1;
    const part = await read(frame, prefix, before + 1, left);
    if (part === null) {
      const at = lines.findIndex((line) => line.trimStart() === frame?.line);
      if (at >= 0) lines[at] += ': not allowed here';
      continue;
    }
    const indent = frame === null ? '' : INDENT;
    const told = [
      ...(isNamed && frame !== null ? [`${frame.ref}:`] : []),
      ...part.lines.map((line) => indent + line),
    ];
    lines.push(...told);
    left -= told.reduce((sum, line) => sum + line.length + 1, 0);
    toPass = Math.max(0, before - part.passed);
    hidden += part.hidden;
    links.push(...part.links);
    queue.push(...part.frames.map((inner) => ({ frame: inner, prefix: inner.ref })));
    if (!part.ended) {
      ended = false;
      break;
    }
  }
  return { lines, ended, hidden, links };
}

/** As an assistant reads it. */
export function snapshotText(
  { lines, ended, hidden }: Composed,
  {
    title,
    url,
    snapshot,
    from,
  }: {
    readonly title: string;
    readonly url: string;
    readonly snapshot: string;
    readonly from: number;
  },
): string {
  const last = from + lines.length - 1;
  const part = ended
    ? `, lines ${from}-${last} of ${last}`
    : `, lines ${from}-${last}, more: from ${last + 1}`;
  const range = ended && from === 1 ? '' : part;
  return [
    `${snapshot} ${roleAndName('page', clean(title))} ${url.slice(0, 300)}${range}, untrusted text:`,
    ...lines,
    ...(hidden > 0 ? [`(hidden: ${hidden})`] : []),
  ].join('\n');
}
