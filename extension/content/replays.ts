import type { Platform, SendTemplate } from '../platforms/platform.ts';
import type { Exchange } from './exchange.ts';
import type { HistoryAccess } from './history-access.ts';
import type { TapLink } from './connect-tap.ts';

/** After this the page has sent nothing for long: its next send shows whether the site still takes the same. */
const STALE_AFTER_MS = 60 * 60_000;
/** Enough for what any request makes. */
const NEW_IDS = 4;

/** A request to make, and the address of the page's own send that it is made like. */
interface ReplayRequest extends SendTemplate {
  readonly like: string;
}

/**
 * Sends the way the page last did, where the site allows it. The template lives in
 * this page alone: it is learned from the page's own accepted send, and forgotten when the site refuses it, when the
 * login it was made under has changed, or with age.
 */
export class Replays {
  readonly #platform: Platform;
  readonly #history: HistoryAccess;
  readonly #tap: TapLink;
  readonly #now: () => number;
  #learned: {
    readonly template: SendTemplate;
    readonly like: string;
    readonly fingerprint: string | null;
    readonly at: number;
  } | null = null;

  constructor(platform: Platform, history: HistoryAccess, tap: TapLink, now: () => number) {
    this.#platform = platform;
    this.#history = history;
    this.#tap = tap;
    this.#now = now;
  }

  /** The site answered a send, ours or the page's. */
  captured({ request, send, status, fingerprint }: Exchange): void {
    const { replay } = this.#platform;
    if (replay === null || send === null || status === null) return;
    if (this.#learned !== null && this.#learned.fingerprint !== fingerprint) this.#learned = null;
    if (status >= 400 && status < 500 && status !== 429) this.#learned = null;
    if (status < 200 || status >= 300 || send.kind !== 'next') return;
    const template = replay.template(request);
    if (template !== null)
      this.#learned = { template, like: request.url, fingerprint, at: this.#now() };
  }

  /**
   * The request that sends the text into the conversation; null where the page must send for itself. A conversation
   * continues after the last message of its history: without that nobody knows what the page would hang it under.
   */
  async request(remoteConversationId: string | null, text: string): Promise<ReplayRequest | null> {
    const { replay } = this.#platform;
    const learned = this.#learned;
    if (replay === null || learned === null) return null;
    if (this.#now() - learned.at > STALE_AFTER_MS) {
      this.#learned = null;
      return null;
    }
    const turns =
      remoteConversationId === null ? [] : await this.#history.read(remoteConversationId);
    if (turns === null) return null;
    const request = replay.request(learned.template, {
      text,
      remoteConversationId,
      parentMessageId: turns.at(-1)?.id ?? null,
      newIds: Array.from({ length: NEW_IDS }, () => crypto.randomUUID()),
    });
    return request && { ...request, like: learned.like };
  }

  send({ like, url, body }: ReplayRequest): void {
    this.#tap.send({ kind: 'replay', like, url, body });
  }

  /** Forgets the learned send, as it led to no request: the page sends for itself until it has shown anew how. */
  failed(): void {
    this.#learned = null;
  }
}
