import type { AttemptProgress, CommandAnswers } from '../messages/page-messages.ts';
import { Attempt, type AttemptPage, type Fate } from './attempt.ts';
import type { Exchange } from './exchange.ts';
import type { NoReply } from './no-reply.ts';
import { isSameMessage } from './same-message.ts';

/** Attempts this page remembers for a background that died and asks. */
const MAX_REMEMBERED = 50;

/** The attempts of one page: one at a time, each acted on once. */
export class Attempts {
  readonly #pageFor: (attemptId: string) => AttemptPage;
  readonly #known = new Map<string, Attempt>();
  #last: Attempt | null = null;
  /** A message of anybody's was answered with an error, or with no reply. */
  #wasUnanswered = false;
  /** The person did something since the last attempt ended. */
  #personTookOver = false;

  constructor(pageFor: (attemptId: string) => AttemptPage) {
    this.#pageFor = pageFor;
  }

  get current(): Attempt | null {
    return this.#last?.isOver === false ? this.#last : null;
  }

  /** The message that the page was told to send, or to which it may return. */
  get said(): string | null {
    const { current } = this;
    return current === null ? this.barredText : current.isPressed ? current.text : null;
  }

  /** The text of a failed attempt: the page may put it back or retry by itself, and that must not leave. */
  get barredText(): string | null {
    return this.#last?.hasFailed === true && !this.#personTookOver ? this.#last.text : null;
  }

  /** Is this request Baton's own, or does it say what Baton is, or was just, about to say? */
  isOurs(exchange: Exchange): boolean {
    if ([...this.#known.values()].some((attempt) => attempt.owns(exchange))) return true;
    const text = exchange.send?.text ?? '';
    return [this.current?.text, this.barredText].some(
      (ours) => ours !== undefined && ours !== null && isSameMessage(text, ours),
    );
  }

  /** The attempt that this request carries, or carried. */
  attemptIdOf(exchange: Exchange): string | null {
    const known = [...this.#known].find(([, attempt]) => attempt.owns(exchange));
    return known?.[0] ?? null;
  }

  /** The exchange is over, and no reply is to come in it. */
  unanswered(exchange: Exchange, reason: NoReply): void {
    this.#wasUnanswered = true;
    for (const attempt of this.#known.values()) attempt.unanswered(exchange, reason);
  }

  /** A message sent from this page had no reply: some pages take nothing more then, until they are loaded anew. */
  get isAfterUnanswered(): boolean {
    return this.#wasUnanswered || [...this.#known.values()].some(({ fate }) => fate !== null);
  }

  /** Returns the outcome of the last message of this text in this page, where it was no reply; null: none is known. */
  fateOf(text: string): Fate | null {
    const all = [...this.#known.values()];
    return all.findLast((attempt) => isSameMessage(attempt.text, text))?.fate ?? null;
  }

  /** Did Baton make this request itself, so that the page does not show what it sent? */
  wasReplayed(exchange: Exchange): boolean {
    return [...this.#known.values()].some(
      (attempt) => attempt.wasReplayed && attempt.owns(exchange),
    );
  }

  /** Something was sent that the page does not show. */
  get isPageBehind(): boolean {
    return [...this.#known.values()].some(({ wasReplayed, isOut }) => wasReplayed && isOut);
  }

  send(
    attemptId: string,
    remoteConversationId: string,
    text: string,
  ): CommandAnswers['attempt.send'] {
    if (this.#known.has(attemptId)) return { taken: true };
    if (this.current !== null) {
      const reason = 'Another delivery is under way in this page.';
      return { taken: false, code: 'page_gone', text: reason };
    }
    const attempt = new Attempt(this.#pageFor(attemptId), remoteConversationId, text);
    this.#remember(attemptId, attempt);
    this.#last = attempt;
    this.#personTookOver = false;
    void attempt.run();
    return { taken: true };
  }

  progressOf(attemptId: string): AttemptProgress | null {
    return this.#known.get(attemptId)?.progress ?? null;
  }

  held(exchange: Exchange, judge: (go: boolean) => void): void {
    const { current } = this;
    if (current !== null) {
      current.held(exchange, judge);
      return;
    }
    const text = exchange.send?.text ?? null;
    const { barredText } = this;
    judge(text === null || barredText === null || !isSameMessage(text, barredText));
  }

  /** A person took over: from here on the page sends what they say, also the same text. */
  personActed(): void {
    if (this.current === null) this.#personTookOver = true;
  }

  #remember(attemptId: string, attempt: Attempt): void {
    this.#known.set(attemptId, attempt);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }
}
