import type { Completeness } from '../../../shared/model/completeness.ts';
import { readErrorValue } from '../kit/read-error-value.ts';
import { FrameSplitter } from '../kit/frame-splitter.ts';
import { at, isObject } from '../kit/json-value.ts';
import { EVENT_MARKUP, EVENT_SOURCE, type ReplyEvent, SOCKET_TEXTS } from '../platform.ts';
import { withoutMarks } from '../kit/private-marks.ts';
import { ReplyDecoder, type ReplyReader } from '../kit/reply-decoder.ts';
import { unlessWhole } from '../kit/reply-event.ts';
import { stableId } from '../kit/stable-id.ts';
import { withoutThought } from '../kit/without-thought.ts';
import { type Enveloped, messageLayer, opened } from './envelopes.ts';
import { conversationIdOf, firstId, isBeside, isNoAnswer, kindIn } from './names.ts';
import { givenToProgram, withoutFieldName } from './programs.ts';
import { SniffingSplitter } from './sniffing-splitter.ts';
import { failureWithin, isFailing, toldFailure } from './told-failure.ts';
import { VOCABULARIES } from './vocabularies.ts';
import { PLAIN_TEXT } from './vocabularies/words.ts';
import { WholeMessages } from './whole-messages.ts';
import type { ReadValue, Said, Vocabulary } from './vocabulary.ts';

/** Question that a reply answers. */
export interface Question {
  /** Stable text from which an id is made where the site names none. */
  readonly context: string;
  /** The conversation, where it is known. */
  readonly conversationId?: string | null;
  /** Words of the person. */
  readonly text?: string | null;
  /** Value that went to the site to send those words. */
  readonly sent?: unknown;
}

export function genericDecoder(
  contentType: string,
  question: Question,
  vocabularies: readonly Vocabulary[] = VOCABULARIES,
): ReplyDecoder {
  const isSocket = contentType === SOCKET_TEXTS;
  return new ReplyDecoder(
    isSocket
      ? new FrameSplitter(typeof question.sent === 'string' ? PLAIN_TEXT : null)
      : new SniffingSplitter(contentType),
    new GenericReplyReader(contentType, question, vocabularies),
  );
}

/**
 * Reads a reply in the first vocabulary that has words for it. It is final when the assistant's own end of turn was
 * read (`finish_reason: "stop"` and its kin) and then the stream said or showed its end; in a vocabulary without such
 * words, when the transfer ended clean. What nobody understands may say that it failed: after it only the assistant's
 * own end of turn makes a final.
 */
export class GenericReplyReader implements ReplyReader {
  readonly #question: Question;
  /** Nothing marks the end of its answer but the turn's. */
  readonly #isSocket: boolean;
  /** Brings what happens in other conversations too, and closes for many reasons: its end says nothing of a reply. */
  readonly #isLasting: boolean;
  /** true: the stream answers a program of GraphQL. */
  readonly #isOfProgram: boolean;
  /** Those the reply may be in, from its first words on one alone. */
  #readers: readonly (readonly [Vocabulary, ReadValue])[];
  #conversationId: string | null = null;
  #messageId: string | null = null;
  #text = '';
  #whole: (() => string | null) | null = null;
  #marksEnd = false;
  #isFinished = false;
  #isLast = false;
  #complete: Completeness = 'whole';
  #hasFailed = false;
  /** The last that counts was not understood. */
  #isUnclear = false;
  #isTold = false;
  /** Null: its end says something. */
  readonly #messages: WholeMessages | null;

  constructor(contentType: string, question: Question, vocabularies = VOCABULARIES) {
    this.#question = question;
    this.#isSocket = contentType === SOCKET_TEXTS;
    this.#isLasting =
      this.#isSocket || contentType === EVENT_SOURCE || contentType === EVENT_MARKUP;
    const { sent, text } = question;
    this.#isOfProgram = givenToProgram(sent) !== null;
    this.#messages = this.#isLasting && text ? new WholeMessages(sent, text) : null;
    this.#readers = vocabularies.map((vocabulary) => [vocabulary, vocabulary.start()]);
  }

  read(said: unknown, name: string): readonly ReplyEvent[] {
    const value = this.#isOfProgram ? withoutFieldName(said) : said;
    const known = [...opened(value, name)];
    // Where the end of what brings it ends nothing, what it lies in may be called anything.
    const layers = this.#isLasting ? [...known, ...known.slice(0, 1).flatMap(messageLayer)] : known;
    if (this.#isOfAnother(layers)) return [];
    this.#messages?.take(value, name);
    // The event says whose it is, whatever the value says of itself.
    if (isNoAnswer(name) && !isNoAnswer(kindIn(value) ?? '')) return [];
    const parts = layers.filter(({ mayBeOfReply }) => mayBeOfReply);
    const understood = this.#understand(parts);
    const { said: told, layer } = understood ?? { said: failureIn(layers), layer: null };
    this.#isUnclear ||= understood === null && !isBeside(value, name);
    const named = this.#learn(layer ?? layers[0] ?? null);
    const isTold = told.some(({ error }) => error !== undefined);
    const error = isTold ? undefined : at(value, 'error');
    return [...named, ...[...told, { error }].flatMap((each) => this.#take(each))];
  }

  readWords(words: string, name: string): readonly ReplyEvent[] {
    return name === 'error' ? this.#take({ error: words }) : [];
  }

  done(): readonly ReplyEvent[] {
    const [first, second] = this.#readers;
    const isByTransfer = second === undefined && first?.[0].ends === 'transfer';
    this.#isFinished ||= (isByTransfer && !this.#marksEnd) || this.#isLast;
    return this.#finalReply();
  }

  end(): readonly ReplyEvent[] {
    return this.#isLasting ? this.#finalReply() : this.done();
  }

  atRest(): readonly ReplyEvent[] {
    const message = this.#messages?.standing ?? null;
    if (message === null || this.#isTold || this.#hasFailed) return [];
    if (message.isNotice) return this.#take({ error: message.text });
    const { text, id } = message;
    return this.#take({
      begins: true,
      whole: () => text,
      messageId: id,
      finished: true,
      over: true,
    });
  }

  #isOfAnother(layers: readonly Enveloped[]): boolean {
    const expected = this.#conversationId ?? this.#question.conversationId ?? null;
    if (!this.#isLasting || expected === null) return false; // guard: own-events
    return layers.some(({ value }) => (conversationIdOf(value) ?? expected) !== expected);
  }

  /** Ids of what was understood, and of what it lies in: what else lies there may be of anything. */
  #learn(innermost: Enveloped | null): readonly ReplyEvent[] {
    const events: ReplyEvent[] = [];
    for (let layer = innermost; layer !== null; layer = layer.outer) {
      const { value } = layer;
      const id = conversationIdOf(value);
      if (id !== null && id !== this.#conversationId) {
        this.#conversationId = id;
        events.push({ type: 'conversation', remoteConversationId: id });
      }
      const messageId = firstId(value, ['user_message_id', 'userMessageId']);
      if (messageId !== null) events.push({ type: 'user_turn', messageId });
    }
    return events;
  }

  #understand(
    layers: readonly Enveloped[],
  ): { readonly said: readonly Said[]; readonly layer: Enveloped } | null {
    for (const reader of this.#readers) {
      for (const layer of layers) {
        const found = reader[1](layer.value, layer.name);
        if (found === null) continue;
        const said = [found].flat();
        if (said.some(isWords)) this.#choose(reader);
        return { said, layer };
      }
    }
    return null;
  }

  /** Chooses the reader. Values before the first words do not count against it. */
  #choose(reader: readonly [Vocabulary, ReadValue]): void {
    if (this.#readers.length > 1) this.#isUnclear = false;
    this.#readers = [reader];
  }

  #take(said: Said): readonly ReplyEvent[] {
    const { text = '', whole, messageId } = said;
    if (said.begins === true) this.#begin();
    this.#messageId ??= messageId ?? null;
    if (whole !== undefined) this.#whole = whole;
    else if (text !== '') this.#append(text);
    this.#marksEnd ||= said.marksEnd === true;
    if (isWords(said)) this.#isLast = said.isLast === true;
    if (said.finished === true) this.#isUnclear = false;
    this.#isFinished ||= said.finished === true;
    // A later end that says nothing of it does not make a part the whole.
    this.#complete = said.complete ?? this.#complete;
    const events: ReplyEvent[] = text === '' ? [] : [{ type: 'delta', text }];
    const refusal = readErrorValue(said.error);
    if (refusal !== null) {
      this.#hasFailed = true;
      events.push({ type: 'error', ...refusal });
    }
    const isOver = said.over === true || (this.#isSocket && said.finished === true);
    return isOver ? [...events, ...this.#finalReply()] : events;
  }

  #append(text: string): void {
    const before = this.#whole === null ? this.#text : this.#whole();
    if (before === null) return;
    this.#text = before + text;
    this.#whole = null;
  }

  #begin(): void {
    this.#messageId = null;
    this.#text = '';
    this.#whole = null;
    this.#isFinished = false;
    this.#isLast = false;
    this.#complete = 'whole';
    this.#hasFailed = false;
    this.#isUnclear = false;
    this.#isTold = false;
  }

  #finalReply(): readonly ReplyEvent[] {
    const written = this.#whole === null ? this.#text : this.#whole();
    const text = withoutMarks(withoutThought(written ?? ''));
    const isNamed = this.#readers[0]?.[0].ends === 'mark';
    // Where nothing says whose words these are, they may be the person's, said back.
    const isEcho = !isNamed && text.trim() === this.#question.text?.trim();
    const isSound = !this.#hasFailed && !this.#isUnclear; // guard: understood-to-its-end
    const isWhole = this.#isFinished && isSound && !isEcho && text.trim() !== '';
    if (!isWhole || this.#isTold) return [];
    this.#isTold = true;
    const assistantMessageId = this.#messageId ?? stableId(`${this.#question.context}\n${text}`);
    return [{ type: 'final', assistantMessageId, text, ...unlessWhole(this.#complete) }];
  }
}

function isWords(said: Said): boolean {
  return (said.text ?? '') !== '' || said.whole !== undefined || said.finished === true;
}

/** A value that no vocabulary has may still say that something went wrong. */
function failureIn(layers: readonly Enveloped[]): readonly Said[] {
  for (const { value, name } of layers) {
    const told = toldFailure(value) ?? failureWithin(value);
    if (told !== null) return [{ error: told }];
    if (isFailing(kindIn(value) ?? name)) return [{ error: isObject(value) ? value : true }];
  }
  return [];
}
