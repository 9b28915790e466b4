import type { Composer, ComposerOptions } from './composer.ts';
import type { ThreadMarks } from './thread.ts';

/** Events of a turn, in whatever format the site sends them. */
export type TurnEvent =
  /** The conversation has this id. */
  | { readonly type: 'conversation'; readonly id: string }
  /** The site took the person's message under this id. */
  | { readonly type: 'question'; readonly messageId: string }
  /** The answer as far as it has come. */
  | { readonly type: 'answer'; readonly messageId: string; readonly text: string }
  | { readonly type: 'thinking' }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'error'; readonly text: string };

export interface NewMessage {
  readonly id: string;
  readonly text: string;
  readonly conversationId: string | null;
  /** The last message shown; null in a conversation without any. */
  readonly parentId: string | null;
}

export interface LoadedConversation {
  readonly title: string;
  readonly turns: readonly {
    readonly id: string;
    readonly role: 'user' | 'assistant';
    readonly text: string;
  }[];
  /** The newest message of the branch shown. */
  readonly lastId: string | null;
  /** Reads on where a reply is being written; null where none is, or where the site cannot. */
  readonly resume: ((signal: AbortSignal) => AsyncIterable<TurnEvent>) | null;
}

/** One button, or another, never two: stop while streaming, send with text, idle without. */
export type ButtonState = 'stop' | 'send' | 'idle';

/** The parts that make the page one particular site's. */
export interface PageSite {
  readonly createComposer: (options: ComposerOptions) => Composer;
  readonly marks: ThreadMarks;
  /** The elements of the button; the last of them is the one that is pressed. */
  readonly drawButton: (state: ButtonState) => readonly HTMLElement[];
  readonly newMessageId: () => string;
  readonly conversationAt: (path: string, search: string) => string | null;
  readonly pathOf: (conversationId: string) => string;
  /** Path of a new chat until its id is known; null: none. */
  readonly provisionalPath: (() => string) | null;
  readonly send: (message: NewMessage, signal: AbortSignal) => AsyncIterable<TurnEvent>;
  readonly load: (conversationId: string) => Promise<LoadedConversation>;
  readonly list: () => Promise<readonly { readonly id: string; readonly title: string }[]>;
}

/** The server refused, in words for the person. */
export class SiteRefusal extends Error {}
