import type { BackgroundLink } from './background-link.ts';

/** At most so often, for people who look on. */
const LEAST_BETWEEN_MS = 500;

/** How far one reply has grown, told while it does, without its words. */
export class ReplyGrowth {
  readonly #background: Pick<BackgroundLink, 'mention'>;
  readonly #platform: () => string;
  #characters = 0;
  #since = 0;
  /** Null: it was not told yet. */
  #toldAt: number | null = null;

  constructor(background: Pick<BackgroundLink, 'mention'>, platform: () => string) {
    this.#background = background;
    this.#platform = platform;
  }

  /** @param conversation Null while it has no id: nobody could be told of it. */
  grew(conversation: string | null, characters: number): void {
    const now = Date.now();
    if (this.#characters === 0) this.#since = now;
    this.#characters += characters;
    if (conversation === null || now - (this.#toldAt ?? -Infinity) < LEAST_BETWEEN_MS) return;
    this.#toldAt = now;
    this.#tell(conversation, false);
  }

  /** Nothing more comes, or it is told whole. */
  ended(conversation: string | null): void {
    if (this.#toldAt === null || conversation === null) return;
    this.#toldAt = null;
    this.#tell(conversation, true);
  }

  #tell(remote_conversation_id: string, ended: boolean): void {
    this.#background.mention({
      kind: 'page.progress',
      platform: this.#platform(),
      remote_conversation_id,
      characters: this.#characters,
      for_ms: Date.now() - this.#since,
      ended,
    });
  }
}
