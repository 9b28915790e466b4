import type { Completeness } from '../../shared/model/completeness.ts';
import type { ReplyDecoder } from './kit/reply-decoder.ts';
import type { Refusal } from './kit/reply-event.ts';

export { RECORD_END } from './kit/record-end.ts';
export type { ReplyDecoder } from './kit/reply-decoder.ts';
export type { Refusal, ReplyEvent } from './kit/reply-event.ts';

/**
 * Description of one chat site, as pure functions and data. An implementation takes text and values and returns values:
 * no DOM, no clock, no network, so recorded traffic is enough to test it. The facts known of a site, how sure and since
 * when, stand beside its adapter, as in `chatgpt/site.md`.
 */
export type Platform = Adapter & Naming;

/**
 * How its conversations come by an id: an adapter that can name none has nothing to report, and nowhere to deliver.
 */
export type Naming =
  | {
      /** The site names them all, in the address of their pages or in a stream before it. */
      readonly mayBeNameless: false;
      /** An address in which `locate` finds an id; a test sees to it that it does. */
      readonly shownAt: string;
    }
  | {
      /** Pages may show no id anywhere: one is made then, and kept with the page. */
      readonly mayBeNameless: true;
    };

interface Adapter {
  readonly name: string;
  /** How well the site is known. What is not known for sure fails closed. */
  readonly evidence: Evidence;
  /** Which pages this is for, by their address. The first of the registry that says yes has the page. */
  serves(page: URL): boolean;
  /** Software that anyone can host is known by what its page says of itself; null: the address is enough. */
  readonly recognises: ((marks: PageMarks) => boolean) | null;
  /** The name on the wire: the adapter's, or `generic:<host>`. */
  platformOf(page: URL): string;
  locate(page: URL): PageLocation;
  /** The address of a conversation; `origin` is the site's. Null when none can be made from the id. */
  conversationUrl(remoteConversationId: string, origin: string): string | null;
  /** The page that starts a new conversation, as a path of the site; null: not known. */
  readonly newConversationPath: string | null;
  /**
   * True: this site begins an answer also where it takes no message, and says so within it. A send counts as taken
   * only once its reply shows it.
   */
  readonly refusesInReply?: true;
  /** True: what `describeSend` takes for a send is one. False: it may be a title request or the like. */
  readonly sendsAreCertain: boolean;
  /** Is this request of the page's a send, and of what? Null: it is something else. */
  describeSend(request: TappedRequest): SendDescription | null;
  /** Is this request the rest, or a repetition, of a reply that began in another? Null: it is not. */
  describeResume(request: TappedRequest): ResumeDescription | null;
  /**
   * The reply to one send, as its bytes come in. `contentType` of the answer helps to choose the format: SOCKET_TEXTS
   * for what comes over a WebSocket, each text ended by RECORD_END.
   */
  decodeReply(request: TappedRequest, contentType: string): ReplyDecoder | null;
  /**
   * Finds what may be the reply in an answer of one document that `decodeReply` read none in: one of these texts, where
   * the page shows it. Null: it holds none. Absent: the site's words are known.
   */
  wholeAnswer?(answer: string, contentType: string, said: string): WholeAnswer | null;
  /** Reads a text frame of a watched WebSocket; returns nothing for frames about other matters. */
  readFrame(frame: string): readonly FrameItem[];
  /** How a refusal reads: status and the first part of the body. */
  readRefusal(status: number, headers: Readonly<Record<string, string>>, body: string): Refusal;
  readonly selectors: PageSelectors;
  /** Null where the site has no history to read, and the rendered turns must do. */
  readonly history: HistoryReader | null;
  /** How the page's own send is made again with our text; null: only the page can send. */
  readonly replay: Replay | null;
}

/** Where what an adapter says comes from, for people who fix it. */
export interface Evidence {
  /** `recorded`: tested against recorded traffic. `documented`: written from sources, not seen. */
  readonly from: 'recorded' | 'documented';
  /** Uncertain points, each in a few words. Nothing is built on them. */
  readonly unsure: readonly string[];
}

/** Marks in a page's head, once that is parsed. */
export interface PageMarks {
  readonly title: string;
  /** Content of `<meta name|property>`, by that name. */
  readonly metas: Readonly<Record<string, string>>;
  /** Addresses of scripts, style sheets, icons and the manifest, as written. */
  readonly assets: readonly string[];
}

/** A send of the page's own, without what was said: what is left can be kept, and sent again with another text. */
export interface SendTemplate {
  readonly method: 'POST';
  readonly url: string;
  readonly body: string;
}

/** Header values stay in the page's realm: it adds those of the request that the template was made of. */
export interface Replay {
  /** Null: the request carries what only the page can make, such as a one-time token. */
  template(request: TappedRequest): SendTemplate | null;
  /** The request that sends a text. Null: the template does not fit. */
  request(template: SendTemplate, send: ReplayedSend): SendTemplate | null;
}

/** Content of a request to send. */
export interface ReplayedSend {
  readonly text: string;
  /** Null: the first message of a new conversation. */
  readonly remoteConversationId: string | null;
  /** The last message of the branch that is shown; null in a new conversation. */
  readonly parentMessageId: string | null;
  /** Ids for what the request makes: UUIDs, as many as are needed, the same for the same attempt. */
  readonly newIds: readonly string[];
}

/** Facts about a page's conversation in its address. */
export interface PageLocation {
  readonly remoteConversationId: string | null;
  /** An id the site shows for a while before the real one: an alias at best, never a key. */
  readonly provisionalId: string | null;
  /** A read-only page, a shared conversation or another product: watched by nobody. */
  readonly excluded: boolean;
}

/** Stands for the HTTP method where a text went over a WebSocket: it is the body then. */
export const SOCKET_METHOD = 'WEBSOCKET';
/** Stands for the content type of texts that came over a WebSocket. */
export const SOCKET_TEXTS = 'application/x-socket-texts';
/** Stands for the content type of what an EventSource brings: when it closes, that says nothing. */
export const EVENT_SOURCE = 'text/event-stream; source=event-source';
/** The same, of a page whose send was answered with markup: so is the reply, which the page puts into itself as it is. */
export const EVENT_MARKUP = 'text/event-stream; source=event-source; of=markup';

/** A request the tap saw. Header values never leave the page's realm, so there are none here. */
export interface TappedRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string | null;
  readonly pageUrl: string;
  /** Messages that a person, or Baton, has just had the page send: what carries one of them whole is its send. */
  readonly said?: readonly string[];
}

/** Texts of an answer that stand under one name, all of which are the reply, if it is that name which holds it. */
export interface AnswerTexts {
  readonly texts: readonly string[];
  /** true: they are items of a list by themselves, of which one alone may be the reply. */
  readonly isList: boolean;
  /** true: nothing tells how what a person reads was written. */
  readonly isRendered: boolean;
}

export interface WholeAnswer {
  /** The likeliest first. */
  readonly candidates: readonly AnswerTexts[];
  /** true: it says itself that it is over. */
  readonly isDone: boolean;
  /** The site's words on what went wrong; null: it reports no failure. */
  readonly failed: string | null;
}

/** Content of a request that the page sends. */
export interface SendDescription {
  /** `next`: a new user turn. Others change or continue an old one. */
  readonly kind: 'next' | 'variant' | 'continue';
  readonly text: string;
  /** The id the page gave the new turn, where the site lets it. */
  readonly userMessageId: string | null;
  readonly remoteConversationId: string | null;
  readonly parentMessageId: string | null;
  /** Present where the request itself proves that nothing was said in the conversation before. */
  readonly isFirst?: true;
}

/** A request that continues the stream of a reply. */
export interface ResumeDescription {
  readonly remoteConversationId: string;
  /** True: the reply is streamed again from its start. False: it continues where the other stream stopped. */
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

/** CSS selectors, tried in order; an empty list means "found by structure" (generic). */
export interface PageSelectors {
  readonly composer: readonly string[];
  readonly sendButton: readonly string[];
  /** Button that stops the reply that is being written, shown only then. Absent: not known, and never looked for. */
  readonly stopButton?: readonly string[];
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
  /** Nothing of it is written any more; always true for user turns. */
  readonly final: boolean;
  /** Completeness of a final answer that did not come to its own end. */
  readonly complete?: Completeness;
  /** The history says that the answer failed: its words on that. */
  readonly failed?: string;
  /** The history says neither that the answer is whole nor that it is still being written. */
  readonly mayBeWhole?: true;
}

/** Reads the history of a conversation. */
export interface HistoryReader {
  /**
   * Same-origin path the page realm GETs with the page's own login. Null: only the address of a read
   * that the page itself made is known to work, and `parse` tells which of its reads that was.
   */
  path(remoteConversationId: string): string | null;
  /** Null: the answer is not a history. */
  parse(body: string): readonly HistoryTurn[] | null;
}
