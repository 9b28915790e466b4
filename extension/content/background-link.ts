import { isPageMessage } from '../messages/is-page-message.ts';
import type { PageAnswers, PageMessage } from '../messages/page-messages.ts';
import { isRecord } from '../messages/shape.ts';
import { pause } from './pause.ts';

/** `runtime` of this extension as far as a content script uses it; tests bring their own. */
export interface ExtensionRuntime {
  /** Undefined once the extension was reloaded or removed and this script is an orphan. */
  readonly id: string | undefined;
  sendMessage(message: unknown): Promise<unknown>;
}

type Answer<Message extends PageMessage> = PageAnswers[Message['kind']];

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Brings messages to the background until each is answered: it may be dead, starting or dying, and a
 * message wakes it. Messages of one `line` keep their order.
 */
export class BackgroundLink {
  readonly #runtime: ExtensionRuntime;
  readonly #signal: AbortSignal;
  readonly #onOrphaned: () => void;
  readonly #lines = new Map<string, Promise<unknown>>();

  constructor(runtime: ExtensionRuntime, signal: AbortSignal, onOrphaned: () => void) {
    this.#runtime = runtime;
    this.#signal = signal;
    this.#onOrphaned = onOrphaned;
  }

  /**
   * The answer; null when `signal` called the message off, this page's script has ended, or the message is one the
   * background never takes (a reply over the wire's limit): asking again would hold up all that come after it.
   */
  async deliver<Message extends PageMessage>(
    message: Message,
    line: string,
    signal: AbortSignal = this.#signal,
  ): Promise<Answer<Message> | null> {
    if (!isPageMessage(message)) return null;
    const earlier = this.#lines.get(line);
    const delivery = (async () => {
      await earlier;
      return this.#untilAnswered(message, AbortSignal.any([signal, this.#signal]));
    })();
    this.#lines.set(line, delivery);
    return delivery;
  }

  /** Tells what is only so at the moment: where nobody hears it, it is not told again. */
  mention(message: PageMessage): void {
    if (this.#runtime.id === undefined || !isPageMessage(message)) return;
    this.#runtime.sendMessage(message).catch(() => undefined);
  }

  /** Resolves when all that was to be delivered by now has been answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#lines.values());
  }

  async #untilAnswered<Message extends PageMessage>(
    message: Message,
    signal: AbortSignal,
  ): Promise<Answer<Message> | null> {
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = grown(pauseMs)) {
      if (this.#runtime.id === undefined) {
        this.#onOrphaned();
        return null;
      }
      const answer = await this.#try(message);
      if (answer !== null) return answer;
      await pause(pauseMs, signal);
    }
    return null;
  }

  async #try<Message extends PageMessage>(message: Message): Promise<Answer<Message> | null> {
    try {
      const answer = await this.#runtime.sendMessage(message);
      // The background is our own code: a record is its answer, anything else means nobody answered.
      return isRecord(answer) ? (answer as unknown as Answer<Message>) : null;
    } catch {
      return null; // No background at this moment; it is asked again.
    }
  }
}

function grown(pauseMs: number): number {
  return Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
}
