import { at, idAt, textAt } from '../kit/json-value.ts';

const TEXT = 10_000;
const THINKING = 10_040;
const APPEND = 1;
const REPLACE = 2;
/** So much of the site's own summary must agree with the text put together. */
const COMPARED_CHARS = 12;
/** Whether the summary keeps these is not known. */
const FENCES = /^[^\S\n]*```.*$/gm;

/**
 * The blocks of one message. Text counts as answer where it stands in a visible text block of its own:
 * thinking and what belongs to a search card hang under another block. An edit that cannot be placed
 * damages the message instead of guessing.
 */
export class AnswerBlocks {
  /** Texts by block id, in order of appearance. */
  readonly #texts = new Map<string, string>();
  /** Where a text without a block belongs: an answer's block, or one that does not count; null: unknown. */
  #open: { readonly id: string; readonly isAnswer: boolean } | null = null;
  #damaged = false;

  /** Edits blocks; gives the text that this added to the answer. */
  take(blocks: readonly unknown[]): string {
    return blocks.map((block) => this.#takeBlock(block)).join('');
  }

  /** Goes on in the block last edited; gives the text that this added to the answer. */
  append(text: string): string {
    if (this.#open === null) this.#damaged = true;
    if (this.#open?.isAnswer !== true) return '';
    this.#texts.set(this.#open.id, (this.#texts.get(this.#open.id) ?? '') + text);
    return text;
  }

  /** The answer; null when it is empty, damaged, or lacks what the site's summary of it begins with. */
  wholeText(brief: string): string | null {
    const text = [...this.#texts.values()].join('');
    if (this.#damaged || text.trim() === '') return null;
    const expected = bareLetters(brief).slice(0, COMPARED_CHARS);
    const isThere = [text, text.replace(FENCES, '')].some((form) =>
      bareLetters(form).includes(expected),
    );
    return isThere ? text : null;
  }

  #takeBlock(block: unknown): string {
    const type = at(block, 'block_type');
    if (type !== TEXT && type !== THINKING) return ''; // Timers, cards: they come between texts.
    const id = idAt(block, 'block_id') ?? '';
    const isHidden = at(block, 'control_info', 'is_visible') === false;
    const isAnswer = type === TEXT && !isHidden && (idAt(block, 'parent_id') ?? '0') === '0';
    // A thinking block that is closed behind the answer leaves it unknown where a bare text continues.
    const isLate = type === THINKING && this.#texts.size > 0;
    this.#open = isLate ? null : { id, isAnswer };
    const text = textAt(block, 'content', 'text_block', 'text') ?? '';
    const added = isAnswer ? this.#write(id, text, at(block, 'patch_type') ?? APPEND) : '';
    if (at(block, 'is_finish') === true) this.#open = null;
    return added;
  }

  #write(id: string, text: string, patchType: unknown): string {
    if (patchType !== APPEND && patchType !== REPLACE) this.#damaged = true;
    const before = patchType === REPLACE ? '' : (this.#texts.get(id) ?? '');
    this.#texts.set(id, before + text);
    return patchType === REPLACE ? '' : text;
  }
}

/** The summary has no markdown and its own blank space, and is cut with dots. */
function bareLetters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
