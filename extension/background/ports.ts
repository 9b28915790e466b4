import type { Result } from '../../shared/lib/result.ts';
import type { CodedError } from '../../shared/model/error-codes.ts';
import type { PageCommand } from '../messages/page-messages.ts';

/** Time, so that tests own it. */
export interface Clock {
  now(): number;
  /** Calls back once; the returned function takes it back. Lost when the background dies. */
  after(delayMs: number, callback: () => void): () => void;
}

/** One open or opening socket. Events stop after `closed`. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

/** Callbacks of a socket; `closed` comes last, also if the socket never opened. */
export interface SocketEvents {
  opened(): void;
  received(text: string): void;
  closed(code: number): void;
}

/** Opens a WebSocket with that subprotocol. */
export type OpenSocket = (url: string, subprotocol: string, events: SocketEvents) => Socket;

/** The browser's tabs, and the content scripts in them. */
export interface Tabs {
  /** Rejects when no content script listens there. The answer is unchecked. */
  ask(tabId: number, command: PageCommand): Promise<unknown>;
  /** Opens a tab behind the current one; focus stays where it is. */
  open(url: string): Promise<number>;
  /** Opens a tab in front: a person asked for it. */
  openInFront(url: string): Promise<void>;
  /** Brings it and its window to the front; false: it is gone. */
  show(tabId: number): Promise<boolean>;
  /** Puts a text into the composer of its page. Rejects as `ask` does; the answer is unchecked. */
  draft(tabId: number, text: string): Promise<unknown>;
  exists(tabId: number): Promise<boolean>;
  /** Is it the tab in front of its window? */
  isActive(tabId: number): Promise<boolean>;
  /** Does it lie behind others, and not in a private window? (Firefox tells containers to readers of cookies only.) */
  isSpare(tabId: number): Promise<boolean>;
}

/** Knowledge of the platform adapters about addresses. */
export interface Routes {
  /** Does a page at this address belong to that platform? */
  serves(platform: string, pageUrl: string): boolean;
  /** Where to open a conversation; `knownUrls` are pages it was seen at, newest first. */
  conversationUrl(
    platform: string,
    conversationIds: ReadonlySet<string>,
    knownUrls: readonly string[],
  ): string | null;
  /** Where a new conversation begins on the site of `knownUrls`; null: not known. */
  newConversationUrl(platform: string, knownUrls: readonly string[]): string | null;
}

/** Grant that a browser gets when it is paired: its id, and the token that proves it. */
export interface PairingGrant {
  readonly client_id: string;
  readonly token: string;
}

/** Where the browser lets this extension run. */
export interface GrantedOrigins {
  /** As match patterns. */
  now(): Promise<readonly string[]>;
  onChange(listener: () => void): void;
}

/** Trades a one-time code for a token. */
export type ClaimPairing = (
  conductorUrl: string,
  code: string,
) => Promise<Result<PairingGrant, CodedError>>;

/** Has a person asked, in the one page of ours that is for it, about the offer of that id. */
export type AskConsent = (offerId: string) => Promise<void>;

/** How this browser introduces itself. */
export interface Introduction {
  readonly browser: { readonly name: string; readonly version: string };
  readonly extension_version: string;
}
