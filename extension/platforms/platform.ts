import type { ErrorCode } from '../../shared/model/error-codes.ts';

/**
 * What one chat site is, as pure functions and data (design section 7). An implementation takes text and
 * values and returns values: no DOM, no clock, no network, so recorded traffic is enough to test it.
 */
export interface Platform {
  readonly name: string;
  /** Ways to send, best first. `dom`: the page sends for itself. */
  readonly strategies: readonly 'dom'[];
  /** Which pages this is for. The first of the registry that says yes has the page. */
  serves(page: URL): boolean;
  /** The name on the wire: the adapter's, or `generic:<host>`. */
  platformOf(page: URL): string;
  locate(page: URL): Location;
  /** The address of a conversation; `origin` is the site's. Null when none can be made from the id. */
  conversationUrl(remoteConversationId: string, origin: string): string | null;
  /** True: what `describeSend` takes for a send is one. False: it may be a title request or the like. */
  readonly sendsAreCertain: boolean;
  /** Is this request of the page's a send, and of what? Null: it is something else. */
  describeSend(request: TappedRequest): SendDescription | null;
  /** Is this request the rest, or a repetition, of a reply that began in another? Null: it is not. */
  describeResume(request: TappedRequest): ResumeDescription | null;
  /** The reply to one send, as its bytes come in. `contentType` of the answer helps to choose the format. */
  decodeReply(request: TappedRequest, contentType: string): ReplyDecoder | null;
  /** What a text frame of a watched WebSocket brings; nothing for frames about other matters. */
  readFrame(frame: string): readonly FrameItem[];
  /** How a refusal reads: status and the first part of the body. */
  readRefusal(status: number, headers: Readonly<Record<string, string>>, body: string): Refusal;
  readonly selectors: PageSelectors;
  /** Null where the site has no history to read, and the rendered turns must do. */
  readonly history: HistoryReader | null;
}

export interface Location {
  readonly remoteConversationId: string | null;
  /** An id the site shows for a while before the real one: an alias at best, never a key. */
  readonly provisionalId: string | null;
  /** A read-only page, a shared conversation or another product: watched by nobody. */
  readonly excluded: boolean;
}

/** A request the tap saw. Header values never leave the page's realm, so there are none here. */
export interface TappedRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string | null;
  readonly pageUrl: string;
}

export interface SendDescription {
  /** `next`: a new user turn. Others change or continue an old one. */
  readonly kind: 'next' | 'variant' | 'continue';
  readonly text: string;
  /** The id the page gave the new turn, where the site lets it. */
  readonly userMessageId: string | null;
  readonly remoteConversationId: string | null;
  readonly parentMessageId: string | null;
}

export interface ResumeDescription {
  readonly remoteConversationId: string;
  /** True: the reply is streamed again from its start. False: it goes on where the other stream stopped. */
  readonly fromStart: boolean;
}

/** A piece of a reply that came over a WebSocket. */
export interface FrameItem {
  readonly remoteConversationId: string;
  /** Sockets repeat themselves after a reconnect: an item is taken once. */
  readonly itemId: string;
  /** As it would stand in the reply's own stream, for the same decoder. */
  readonly text: string;
  /** Nothing follows in this reply. */
  readonly over: boolean;
}

export type ReplyEvent =
  | { readonly type: 'conversation'; readonly remoteConversationId: string }
  /** The site echoed our turn: it is in the conversation. */
  | { readonly type: 'user_turn'; readonly messageId: string }
  | { readonly type: 'delta'; readonly text: string }
  | { readonly type: 'final'; readonly assistantMessageId: string; readonly text: string }
  /** The rest of the answer comes another way; this stream's end says nothing. */
  | { readonly type: 'handoff' }
  | {
      readonly type: 'error';
      readonly code: ErrorCode;
      readonly text: string;
      readonly retryAfterMs: number | null;
    };

/** Incremental: the events are the same however the text is split. */
export interface ReplyDecoder {
  push(text: string): readonly ReplyEvent[];
  /** The stream closed. An end alone never makes a reply final. */
  end(): readonly ReplyEvent[];
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly text: string;
  readonly retryAfterMs: number | null;
}

/** CSS selectors, tried in order; an empty list means "found by structure" (generic). */
export interface PageSelectors {
  readonly composer: readonly string[];
  readonly sendButton: readonly string[];
  readonly userTurn: readonly string[];
  readonly assistantTurn: readonly string[];
  /** Attribute that holds a turn's message id. */
  readonly turnIdAttribute: string | null;
  /** Signs of an unsent draft outside the text, such as attached files: they would leave with our message. */
  readonly attachments: readonly string[];
  /** Marks of a human check in the page. */
  readonly challenge: readonly string[];
}

/** One turn of a conversation's history, oldest first. */
export interface HistoryTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** A complete final answer; always true for user turns. */
  readonly final: boolean;
}

export interface HistoryReader {
  /**
   * Same-origin path the page realm GETs with the page's own login. Null: only the address of a read
   * that the page itself made is known to work, and `parse` tells which of its reads that was.
   */
  path(remoteConversationId: string): string | null;
  /** Null: the answer is not a history. */
  parse(body: string): readonly HistoryTurn[] | null;
}
