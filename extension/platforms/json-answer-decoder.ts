import { parseJson } from './json-value.ts';
import type { ReplyDecoder, ReplyEvent } from './platform.ts';

/** Reads an answer that is one piece of JSON: it says nothing before its last byte came. */
export class JsonAnswerDecoder implements ReplyDecoder {
  readonly #read: (answer: unknown) => readonly ReplyEvent[];
  #body = '';

  constructor(read: (answer: unknown) => readonly ReplyEvent[]) {
    this.#read = read;
  }

  push(text: string): readonly ReplyEvent[] {
    this.#body += text;
    return [];
  }

  end(): readonly ReplyEvent[] {
    const answer = parseJson(this.#body);
    this.#body = '';
    return answer === undefined ? [] : this.#read(answer);
  }
}
