import { standsOpen } from './stands-open.ts';

/** Some models write their thinking into the answer itself; it never counts as answer. */
const LEADING_THOUGHT = /^\s*<think>(?:[^]*?<\/think>\s*|[^]*$)/;
const OPENING = '<think>';
const CLOSING = '</think>';

/** On a line of its own, as models write it; in the middle of one an answer may speak of it. */
const THOUGHT_END = /^<\/think>\s*/m;

const MAY_ACT = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*baa/m;

/**
 * The answer alone. Where the prompt opens the thought, as the chat templates of DeepSeek-R1 and QwQ do, no server says
 * where it began: then all before its end is thought. An answer can show the same words, and what stands in it is not to
 * become the answer itself: where it cannot be told, a text with actions is none.
 */
export function withoutThought(text: string): string {
  const answer = text.replace(LEADING_THOUGHT, '');
  const end = THOUGHT_END.exec(answer);
  const before = end === null ? '' : answer.slice(0, end.index);
  // guard: thought-end-outside
  const isThought = end !== null && !before.includes(OPENING) && !standsOpen(before);
  // guard: unopened-thought
  const rest = isThought ? answer.slice(end.index + end[0].length) : answer;
  const isCut = rest !== text;
  const isDoubtful = isCut ? rest.includes(CLOSING) : standsOpen(before); // guard: thought-end-once
  return isDoubtful && MAY_ACT.test(rest) ? '' : rest;
}

/** The same for text that comes in pieces: gives what of each is answer, as soon as that is known. */
export class ThoughtFilter {
  #read: (text: string) => string = (text) => this.#begin(text);
  #held = '';

  push(piece: string): string {
    const text = this.#held + piece;
    this.#held = '';
    return this.#read(text);
  }

  #begin(text: string): string {
    const begun = text.trimStart();
    if (begun.startsWith(OPENING)) {
      this.#read = (rest) => this.#think(rest);
      return this.#think(begun);
    }
    if (!OPENING.startsWith(begun)) return this.#answer(text);
    this.#held = text; // It may become the tag yet.
    return '';
  }

  #think(text: string): string {
    const end = text.indexOf(CLOSING);
    if (end < 0) {
      this.#held = text.slice(1 - CLOSING.length); // The tag may lie across two pieces.
      return '';
    }
    this.#read = (rest) => this.#skipBlank(rest);
    return this.#skipBlank(text.slice(end + CLOSING.length));
  }

  #skipBlank(text: string): string {
    const answer = text.trimStart();
    return answer === '' ? '' : this.#answer(answer);
  }

  #answer(text: string): string {
    this.#read = (rest) => rest;
    return text;
  }
}
