/**
 * Messages between the tap in the page's realm and the content script, over a private MessagePort. Values are plain and
 * complete (no absent fields), because the page may have changed Object.prototype.
 */

/** Names of the two events of the handshake. */
export const TAP_ASK = 'baton:ask';
export const TAP_OFFER = 'baton:offer';
/** Suffix of the two names for the socket tap, a script of its own. */
export const SOCKETS = '-sockets';

/** A held request is refused when nobody answers for this long: nothing unjournaled leaves. */
export const HOLD_LIMIT_MS = 15_000;

/**
 * The tap takes itself back when a request it announced was not heard of for so long: Firefox ends the content script of
 * a removed extension without a word, and its end of the port says nothing either.
 */
export const HEARD_LIMIT_MS = 30_000;

/** So long after a press a page may take to send the message. Some mint tokens before. */
export const SEEK_FOR_MS = 20_000;

/** `id` names one request of the page; `reading` one reader of its answer, for pages that read it twice. */
export type TapEvent =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly url: string;
      readonly method: string;
      readonly body: string | null;
      /** Names only, joined by commas: header values stay in the page's realm. */
      readonly header_names: string;
      /** true: it waits for a verdict. */
      readonly held: boolean;
    }
  /** HMAC-SHA-256 of the credential, as decimal bytes joined by commas. */
  | { readonly kind: 'credential'; readonly id: number; readonly mac: string }
  | {
      readonly kind: 'response';
      readonly id: number;
      readonly status: number;
      readonly head: AnswerHead;
    }
  | { readonly kind: 'chunk'; readonly id: number; readonly reading: number; readonly text: string }
  | {
      readonly kind: 'end';
      readonly id: number;
      readonly reading: number;
      /** `cut`: the stream broke or the page stopped reading. */
      readonly how: 'complete' | 'cut';
    }
  /** No answer came: network failure, or the page gave up. */
  | { readonly kind: 'failed'; readonly id: number }
  /** The request was held for too long and refused. */
  | { readonly kind: 'expired'; readonly id: number }
  | { readonly kind: 'frame'; readonly text: string }
  /** A text leaves over a WebSocket, or wants to. Its `id` is negative; what becomes of it is told like a request's. */
  | {
      readonly kind: 'dispatch';
      readonly id: number;
      readonly source: number;
      /** Without its query, which may hold a secret. */
      readonly url: string;
      readonly text: string;
      readonly held: boolean;
    }
  /** A text came over a WebSocket or an EventSource. */
  | {
      readonly kind: 'message';
      readonly source: number;
      /** The event's name; null: it came over a WebSocket. */
      readonly name: string | null;
      readonly text: string;
    }
  /** The connection is gone; an EventSource may come back by itself. */
  | { readonly kind: 'closed'; readonly source: number }
  | { readonly kind: 'location' }
  /** A POST held the message that is sought, and went to this origin, which is not the page's and not allowed. */
  | { readonly kind: 'elsewhere'; readonly origin: string }
  /** The answer to an `arm` command: from now on no send leaves unseen. */
  | { readonly kind: 'armed'; readonly id: number }
  /** The answer to a `put` command: is there such an editor, and did it take the lines? */
  | { readonly kind: 'put'; readonly id: number; readonly taken: boolean }
  /** The answer to a `read` command; status 0 when none came. */
  | { readonly kind: 'read'; readonly id: number; readonly status: number; readonly body: string };

export type TapCommand =
  /** Hold sends for so long; 0 stops it. A lease, so that a page outlives a content script that vanished. */
  | { readonly kind: 'arm'; readonly id: number; readonly for_ms: number }
  /** Whether a held request may leave. For one that was not held it says that it was heard of. */
  | { readonly kind: 'verdict'; readonly id: number; readonly go: boolean }
  /** The key of the credential fingerprint, hex. */
  | { readonly kind: 'key'; readonly hex: string }
  /**
   * POST this, with the header values of the page's last send to the address `like`, which never leave its realm; none
   * means no request. From there on it is a request of the page's: announced, held while armed, its answer told.
   */
  | {
      readonly kind: 'replay';
      readonly like: string;
      readonly url: string;
      readonly body: string;
    }
  /** A message was just sent, or is about to be, as it stands in JSON: where does it go? */
  | { readonly kind: 'seek'; readonly text: string }
  /** Where else than at the page's own origin its POSTs may be read: all that a person named. */
  | { readonly kind: 'models'; readonly origins: readonly string[] }
  /** Nobody listens any more: every built-in is put back. */
  | { readonly kind: 'end' }
  /** Make these lines the document of the editor that has the focus, where its own code can be asked to. */
  | { readonly kind: 'put'; readonly id: number; readonly lines: readonly string[] }
  /** GET a path of this site with the page's own login. */
  | { readonly kind: 'read'; readonly id: number; readonly path: string };

/** The only values of an answer's headers that leave the page's realm. */
export type AnswerHead = readonly [
  contentType: string | null,
  retryAfter: string | null,
  cfMitigated: string | null,
];
