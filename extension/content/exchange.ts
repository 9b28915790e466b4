import type {
  Refusal,
  ReplyEvent,
  ResumeDescription,
  SendDescription,
  TappedRequest,
} from '../platforms/platform.ts';

/** One request of the page that matters, and what became of it. */
export interface Exchange {
  readonly id: number;
  readonly request: TappedRequest;
  readonly headerNames: readonly string[];
  readonly send: SendDescription | null;
  readonly resume: ResumeDescription | null;
  /** Where the page was when it made the request (`ConversationTracker.placeNumber`). */
  readonly placeNumber: number;
  fingerprint: string | null;
  status: number | null;
  contentType: string;
}

/** The answer was read to its end, by a decoder or by nobody; or it broke off. */
export const EXCHANGE_ENDS = ['decoded', 'unread', 'cut'] as const;
export type ExchangeEnd = (typeof EXCHANGE_ENDS)[number];

export interface ExchangeListener {
  /** A request that may be a send waits for `judge`; every one must be judged. */
  held(exchange: Exchange, judge: (go: boolean) => void): void;
  /** A send leaves; called before anything else is told of it. */
  sent(exchange: Exchange, wasHeld: boolean): void;
  /** Status line and fingerprint are known, or will never be. */
  captured(exchange: Exchange): void;
  accepted(exchange: Exchange): void;
  refused(exchange: Exchange, refusal: Refusal): void;
  /** No answer came; `left`: whether it can have reached the site. */
  lost(exchange: Exchange, left: boolean): void;
  replied(exchange: Exchange, event: ReplyEvent): void;
  over(exchange: Exchange, end: ExchangeEnd): void;
  /**
   * The answer to a send was read to its end, and nothing in it was known for a final reply. Its exchange is over when
   * the promise is fulfilled.
   */
  unread(exchange: Exchange, answer: string): Promise<void>;
  /** The page has read this since it sent a message to which it has got no reply. */
  polled(exchange: Exchange, answer: string, contentType: string): void;
  /** The page read JSON from the site. */
  read(url: string, body: string): void;
}
