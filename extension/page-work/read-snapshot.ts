import type {
  FrameInPage,
  ResourceAnswer,
  ResourceAsk,
  SnapshotResult,
} from '../messages/resource-messages.ts';
import type { CallPage } from './call-end.ts';
import { type Composed, composeSnapshot, snapshotText } from './compose-snapshot.ts';
import type { FrameThere, PageCounts } from './page-host.ts';
import { prefixOf } from './shown-answer.ts';
import { snapshotChanges } from './snapshot-changes.ts';

/** Maximum number of link addresses that are reported. */
const MAX_LINKS = 500;
const LEAST_CHARS = 200;
const USUAL_CHARS = 5_000;

/** How the frames of one page are asked. */
export interface Asking<Frame extends FrameThere> {
  readonly frameOf: (prefix: string) => Promise<Frame | null>;
  readonly ask: (frame: Frame, prefix: string, ask: ResourceAsk) => Promise<ResourceAnswer>;
  /** As it answered last. */
  readonly page: () => CallPage;
}

interface Args {
  readonly since?: string;
  readonly from?: number;
  readonly max_chars?: number;
  readonly within?: string;
}

interface Read {
  /** Answer of a frame that gave no lines. */
  readonly refused: Extract<ResourceAnswer, { ok: false }> | null;
  readonly result: Readonly<Record<string, unknown>>;
  readonly origins: readonly string[];
  readonly counts: Partial<PageCounts>;
}

/** The page and its frames in one text. Rejects where one of them goes away meanwhile. */
export async function readSnapshot<Frame extends FrameThere>(
  { frameOf, ask, page }: Asking<Frame>,
  { snapshots, shown }: PageCounts,
  args: Readonly<Record<string, unknown>>,
): Promise<Read> {
  const { from = 1, max_chars: max = USUAL_CHARS, within, since } = args as Args;
  const first = prefixOf(args);
  const origins: string[] = [];
  let refused: Read['refused'] = null;
  async function read(
    inner: FrameInPage | null,
    prefix: string,
    start: number,
    chars: number,
  ): Promise<SnapshotResult | null> {
    const place = inner === null ? first : prefix;
    const frame = refused === null ? await frameOf(place) : null;
    if (frame === null) return null;
    const wanted = { from: start, max_chars: Math.max(LEAST_CHARS, chars) };
    const part = inner === null && within !== undefined ? { ...wanted, within } : wanted;
    const answer = await ask(frame, place, { verb: 'snapshot', args: part });
    if (!answer.ok) {
      refused = answer;
      return null;
    }
    origins.push(frame.origin);
    return answer.result as SnapshotResult;
  }
  const composed = await composeSnapshot(read, from, max);
  const snapshot = `s${snapshots + 1}`;
  const isWhole = from === 1 && within === undefined;
  const told = since === undefined ? composed : changesOf(composed, { isWhole, since, shown });
  return {
    refused,
    result: {
      text: snapshotText(told, { ...page(), snapshot, from }),
      snapshot,
      links: [...new Set(composed.links)].slice(0, MAX_LINKS),
    },
    origins,
    counts: {
      snapshots: snapshots + 1,
      ...(isWhole && { shown: { snapshot, lines: composed.lines } }),
    },
  };
}

/** Changes alone, where the one before is known and both were read from the top; else all of it, and why. */
function changesOf(
  composed: Composed,
  { isWhole, since, shown }: Pick<PageCounts, 'shown'> & { isWhole: boolean; since: string },
): Composed {
  if (!isWhole || shown?.snapshot !== since)
    return { ...composed, lines: [`(${since} is not kept: all of it)`, ...composed.lines] };
  const lines = [`(changes since ${since})`, ...snapshotChanges(shown.lines, composed.lines)];
  return { ...composed, lines };
}
