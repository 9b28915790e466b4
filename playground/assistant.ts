import type { Turn } from './chat-turn.ts';

/** The party that answers in the chat. */
export interface Assistant {
  /** Slash commands, for a person who does not know them yet. */
  readonly words?: readonly { readonly word: string; readonly what: string }[];
  /**
   * The reply to the last turn of `history`, piece by piece. Throws `AssistantError` when there is none;
   * stops early when `signal` is aborted.
   */
  reply(history: readonly Turn[], signal: AbortSignal): AsyncIterable<string>;
}

/** Why there is no reply, in words for the person in front of the page. */
export class AssistantError extends Error {
  override readonly name = 'AssistantError';
}
