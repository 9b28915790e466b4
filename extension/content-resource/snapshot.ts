import type { SnapshotArgs, SnapshotResult } from '../messages/resource-messages.ts';
import { inSlices } from './in-slices.ts';
import type { PageView } from './page-view.ts';
import { Walk } from './walk.ts';

const DEFAULT_CHARS = 5_000;
const MAX_CHARS = 7_500;

/** The page in lines. The reading stops at the budget: what comes after it is not even looked at. */
export async function takeSnapshot(
  view: PageView,
  root: Element | null,
  { from = 1, max_chars = DEFAULT_CHARS }: SnapshotArgs,
): Promise<SnapshotResult> {
  const walk = new Walk(view);
  const seen: string[] = [];
  const lines: string[] = [];
  const budget = Math.min(max_chars, MAX_CHARS);
  let passed = 0;
  let used = 0;
  const end = await inSlices(root === null ? walk.lines() : walk.lines(root), ({ text }) => {
    seen.push(text);
    if (passed < from - 1) {
      passed += 1;
      return true;
    }
    // Whatever the budget, one line brings the reading on.
    if (lines.length > 0 && used + text.length + 1 > budget) return false;
    used += text.length + 1;
    lines.push(text);
    return true;
  });
  if (root === null) view.seen = seen;
  const { frames, hidden, links } = walk;
  return { lines, passed, ended: end === 'ended', frames, hidden, links };
}
