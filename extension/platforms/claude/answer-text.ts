import type { Completeness } from '../../../shared/model/completeness.ts';

/** One block of a message: its kind, and its text where it is of the kind `text`. */
export interface AnswerBlock {
  readonly type: string | null;
  readonly text: string;
}

/** How a turn ends that is an answer. `tool_use` is not among them: the turn waits for a tool. */
const ANSWERED: ReadonlyMap<unknown, Completeness> = new Map([
  ['end_turn', 'whole'],
  ['stop_sequence', 'whole'],
  ['max_tokens', 'cut'], // guard: part-by-site
  ['refusal', 'cut'],
]);

/** How the turn ended; null: it did not, or not with an answer. */
export function endOf(stopReason: unknown): Completeness | null {
  return ANSWERED.get(stopReason) ?? null;
}

/**
 * The text blocks in order; thinking, tools and their results are left out. Citations cut a paragraph into
 * neighbouring blocks, which go together as they are. Where something else stood between two blocks the page
 * shows two paragraphs, and a fence at the start of the second must begin a line.
 */
export function answerText(blocks: readonly AnswerBlock[]): string {
  let text = '';
  let interrupted = false;
  for (const block of blocks) {
    if (block.type === 'text') {
      const needsBreak =
        interrupted && text !== '' && !text.endsWith('\n') && !block.text.startsWith('\n');
      text += (needsBreak ? '\n\n' : '') + block.text;
      interrupted = false;
    } else {
      interrupted = true;
    }
  }
  return text.trimStart(); // The first block may be a lone space (site.md, Replies).
}
