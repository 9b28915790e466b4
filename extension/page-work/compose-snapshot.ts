import { clean, depthOf, INDENT, roleAndName } from '../../shared/lib/page-line.ts';
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

/** Minimum of free characters for which a frame's lines are requested. */
const LEAST_CHARS = 100;

/** Lines of one document, as they came. */
interface Block {
  /** The frame that it stands in; null: the page itself. */
  readonly frame: FrameInPage | null;
  readonly lines: string[];
  /** true: its first line is included, so the line that names the frame comes before it. */
  readonly isBegun: boolean;
}

/**
 * One snapshot out of the page's and its frames'. Where all of it fits, each frame's lines stand below the frame's own.
 * Else the page's lines come first, then those of each frame it may enter, below a line that names it: so they are
 * counted, and a later call goes on by their number.
 */
export async function composeSnapshot(
  read: ReadFrame,
  from: number,
  maxChars: number,
): Promise<Composed> {
  const blocks: Block[] = [];
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
    const isBegun = frame !== null && toPass === 0;
    const before = frame === null || isBegun ? toPass : toPass - 1;
    const part = await read(frame, prefix, before + 1, left);
    if (part === null) {
      for (const { lines } of blocks) {
        const at = lineOf(frame, lines);
        if (at >= 0) lines[at] += ': not allowed here';
      }
      continue;
    }
    const block = { frame, lines: [...part.lines], isBegun };
    blocks.push(block);
    left -= apart(block).reduce((sum, line) => sum + line.length + 1, 0);
    toPass = Math.max(0, before - part.passed);
    hidden += part.hidden;
    links.push(...part.links);
    queue.push(...part.frames.map((inner) => ({ frame: inner, prefix: inner.ref })));
    if (!part.ended) {
      ended = false;
      break;
    }
  }
  const lines = ended && from === 1 ? inPlace(blocks) : blocks.flatMap(apart);
  return { lines, ended, hidden, links };
}

function inPlace([page, ...inFrames]: readonly Block[]): readonly string[] {
  const lines = [...(page?.lines ?? [])];
  for (const block of inFrames) {
    const at = lineOf(block.frame, lines);
    const indent = INDENT.repeat(depthOf(lines[at] ?? '') + 1);
    if (at >= 0) lines.splice(at + 1, 0, ...block.lines.map((line) => indent + line));
    // It stands in a table's row, whose line is not its own.
    else lines.push(...apart(block));
  }
  return lines;
}

function apart({ frame, lines, isBegun }: Block): readonly string[] {
  if (frame === null) return lines;
  return [...(isBegun ? [`${frame.ref}:`] : []), ...lines.map((line) => INDENT + line)];
}

function lineOf(frame: FrameInPage | null, lines: readonly string[]): number {
  return lines.findIndex((line) => line.trimStart() === frame?.line);
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
