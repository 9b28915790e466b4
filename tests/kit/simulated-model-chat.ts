import type { FrameOf } from '../../shared/protocol/index.ts';
import { deliveryResult, finalMessage, runtimeReport } from './browser-frames.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';

/** A message that reached the site. */
export interface Heard {
  readonly conversation: string;
  readonly text: string;
  readonly jobId: string;
}

/**
 * The site's answer to a message: its reply, or the failure of the delivery; null: nothing, for now; `unseen`: the
 * same, and the page has not seen its message there yet.
 */
export type Answer =
  | string
  | { readonly unseen: true }
  | { readonly fails: Parameters<typeof deliveryResult>[2] & { readonly waiting?: boolean } }
  | null;

/**
 * A chat site with any number of conversations, its pages and the extension's deliveries in one: a message is sent once
 * for each job, whatever is asked again. New conversations get the names `chat-1`, `chat-2` …
 */
export class SimulatedModelChat {
  /** The ground truth: what the site received, in order. */
  readonly heard: Heard[] = [];
  readonly #browser: SimulatedBrowser;
  readonly #say: (text: string, count: number) => Answer;
  readonly #sent = new Map<string, Heard>();
  /** Messages not sent yet, since something blocks them. */
  readonly #waiting = new Map<string, FrameOf<'delivery.enqueue'>>();
  readonly #taken = new Map<string, FrameOf<'delivery.enqueue'>>();
  readonly #open: Set<string>;
  #begun = 0;
  #replies = 0;

  /** @param say Answers the `count`-th message, from 1. */
  constructor(
    browser: SimulatedBrowser,
    open: readonly string[],
    say: (text: string, count: number) => Answer,
  ) {
    this.#browser = browser;
    this.#say = say;
    this.#open = new Set(open);
    browser.on('welcome', () => this.report());
    browser.on('frame', (frame) => {
      if (frame.type === 'delivery.enqueue') this.#deliver(frame);
      if (frame.type === 'delivery.cancel') this.#giveUp(frame.job_id);
    });
    this.report();
  }

  report(): void {
    this.#browser.send({
      ...runtimeReport([...this.#open]),
      startable_platforms: ['chatgpt'],
    });
  }

  /** The page is closed, or opened again. */
  show(conversation: string, isOpen: boolean): void {
    if (isOpen) this.#open.add(conversation);
    else this.#open.delete(conversation);
    this.report();
  }

  /** The assistant answers a message late. */
  reply(jobId: string, text: string): void {
    const heard = this.#sent.get(jobId);
    if (heard === undefined) throw new Error(`the site has not got ${jobId}`);
    this.observe(heard.conversation, text, { answers_job_id: jobId });
  }

  /** The page sees a message in its conversation. */
  see(jobId: string): void {
    const frame = this.#taken.get(jobId);
    if (frame === undefined) throw new Error(`the site has not got ${jobId}`);
    this.#ack(frame, frame.remote_conversation_id);
  }

  /** The page ended the reply to a message before it was whole. */
  endWithoutReply(jobId: string): void {
    const frame = this.#taken.get(jobId);
    if (frame === undefined) throw new Error(`the site has not got ${jobId}`);
    this.#browser.send(deliveryResult(frame, 'failed', { error_code: 'no_reply' }));
  }

  /** A reply stands in the conversation. */
  observe(conversation: string, text: string, more: Parameters<typeof finalMessage>[3] = {}): void {
    this.#replies += 1;
    this.#browser.send(finalMessage(conversation, `reply-${this.#replies}`, text, more));
  }

  #deliver(frame: FrameOf<'delivery.enqueue'>): void {
    const known = this.#sent.get(frame.job_id);
    if (known !== undefined) {
      this.#ack(frame, known.conversation);
      return;
    }
    const answer = this.#say(frame.message_text, this.heard.length + 1);
    if (answer !== null && typeof answer !== 'string' && 'fails' in answer) {
      const { waiting = false, ...more } = answer.fails ?? {};
      if (waiting) this.#waiting.set(frame.job_id, frame);
      this.#browser.send(deliveryResult(frame, waiting ? 'waiting' : 'failed', more));
      return;
    }
    this.#waiting.delete(frame.job_id);
    const conversation = frame.start_new
      ? `chat-${(this.#begun += 1)}`
      : frame.remote_conversation_id;
    const heard = { conversation, text: frame.message_text, jobId: frame.job_id };
    this.#sent.set(frame.job_id, heard);
    this.#taken.set(frame.job_id, { ...frame, remote_conversation_id: conversation });
    this.heard.push(heard);
    if (frame.start_new) {
      this.#open.add(conversation);
      const named = {
        remote_conversation_id: conversation,
        aliases: [frame.remote_conversation_id],
      };
      this.#browser.send({ ...runtimeReport([named], false), startable_platforms: ['chatgpt'] });
    }
    if (answer !== null && typeof answer !== 'string') return;
    this.#ack(frame, conversation);
    if (answer !== null) this.reply(frame.job_id, answer);
  }

  /** Gives up a waiting message. A message already sent is not undone; its outcome is still reported. */
  #giveUp(jobId: string): void {
    const frame = this.#waiting.get(jobId);
    this.#waiting.delete(jobId);
    if (frame !== undefined)
      this.#browser.send(deliveryResult(frame, 'failed', { error_code: 'cancelled' }));
  }

  #ack(frame: FrameOf<'delivery.enqueue'>, conversation: string): void {
    this.#browser.send(deliveryResult({ ...frame, remote_conversation_id: conversation }, 'acked'));
  }
}
