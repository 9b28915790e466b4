import type { FrameOf } from '../../shared/protocol/index.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';

export interface SiteMessage {
  readonly messageId: string;
  readonly text: string;
}

/**
 * A chat site, its page and the extension's delivery in one: sends what it is given once per job, and
 * answers each message with the next scripted reply. The site's log is the ground truth.
 */
export class SimulatedChat {
  readonly messages: SiteMessage[] = [];
  readonly #sentJobs = new Map<string, string>();
  readonly #browser: SimulatedBrowser;
  readonly #conversation: string;
  readonly #replies: readonly string[];
  #replied = 0;

  constructor(browser: SimulatedBrowser, conversation: string, replies: readonly string[]) {
    this.#browser = browser;
    this.#conversation = conversation;
    this.#replies = replies;
    browser.on('welcome', () => this.report());
    browser.on('frame', (frame) => {
      if (frame.type === 'delivery.enqueue' && frame.remote_conversation_id === conversation)
        this.#deliver(frame);
    });
  }

  get ref(): { platform: string; remote_conversation_id: string } {
    return { platform: 'chatgpt', remote_conversation_id: this.#conversation };
  }

  report(): void {
    this.#browser.send({
      type: 'runtime.report',
      complete: true,
      startable_platforms: ['chatgpt'],
      runtimes: [
        {
          ...this.ref,
          aliases: [],
          runtime_status: 'ready',
          title: 'simulated',
          credential_fingerprint: null,
          freshness: null,
          account_fingerprint: null,
        },
      ],
    });
  }

  /** The assistant says the next scripted reply; false when the script is over. */
  reply(): boolean {
    const text = this.#replies[this.#replied];
    if (text === undefined) return false;
    this.#replied += 1;
    this.observe(`reply-${this.#replied}`, text);
    return true;
  }

  observe(
    assistantMessageId: string,
    rawText: string,
    more: Partial<FrameOf<'browser.final_message'>> = {},
  ): void {
    this.#browser.send({
      type: 'browser.final_message',
      ...this.ref,
      aliases: [],
      assistant_message_id: assistantMessageId,
      raw_text: rawText,
      observed_at: Date.now(),
      source: 'browser.final_message',
      tab_id: 4711,
      page_url: `https://chatgpt.com/c/${this.#conversation}`,
      ...more,
    });
  }

  #deliver(frame: FrameOf<'delivery.enqueue'>): void {
    const known = this.#sentJobs.get(frame.job_id);
    const messageId = known ?? `user-${this.messages.length + 1}`;
    if (known === undefined) {
      this.#sentJobs.set(frame.job_id, messageId);
      this.messages.push({ messageId, text: frame.message_text });
    }
    this.#browser.send({
      type: 'delivery.result',
      job_id: frame.job_id,
      ...this.ref,
      attempt: frame.attempt,
      status: 'acked',
      error_code: null,
      error_message: null,
      retry_after_ms: null,
      user_message_id: messageId,
      observed_at: Date.now(),
      diagnostic: { tab_id: 4711, page_url: `https://chatgpt.com/c/${this.#conversation}` },
    });
    if (known === undefined) this.reply();
  }
}
