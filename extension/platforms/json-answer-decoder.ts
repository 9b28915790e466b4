import { parseJson } from './json-value.ts';
import { PendingText } from './pending-text.ts';
import type { ReplyDecoder, ReplyEvent } from './platform.ts';

/** Reads an answer that is one piece of JSON: it says nothing before its last byte came. */
export class JsonAnswerDecoder implements ReplyDecoder {
  readonly #read: (answer: unknown) => readonly ReplyEvent[];
  readonly #body = new PendingText();
  #isOver = false;

  constructor(read: (answer: unknown) => readonly ReplyEvent[]) {
    this.#read = read;
  }

  push(text: string): readonly ReplyEvent[] {
    this.#isOver ||= !this.#body.add(text);
    return [];
  }

  end(): readonly ReplyEvent[] {
    const answer = this.#isOver ? undefined : parseJson(this.#body.take());
    return answer === undefined ? [] : this.#read(answer);
  }
}
