import type { Completeness } from '../../shared/model/completeness.ts';
import type { ErrorCode } from '../../shared/model/error-codes.ts';

/** State of a page as its content script knows it. Sent at start, on every change, and when asked. */
export interface PageState {
  readonly platform: string;
  /** Null on a new chat that has no id yet. */
  readonly remote_conversation_id: string | null;
  /** Earlier ids this page saw for the same conversation. */
  readonly aliases: readonly string[];
  /** A person wrote the message that began it in this page; a link may have brought any other. */
  readonly by_hand?: boolean;
  readonly title: string;
  readonly url: string;
  /** The composer is there and takes text. */
  readonly ready: boolean;
  /** The composer holds text that Baton did not put there, or the person is typing. */
  readonly draft: boolean;
  /** Why the page cannot be used now: adapter_drift, challenge_required, missing_credential. */
  readonly problem: PageProblem | null;
  readonly checks: PageChecks;
  /** Other origins that it sent a message to, where nobody read an answer: its model may be asked there. */
  readonly asks_at?: readonly string[];
  /** Why the reply to what was sent last could not be read. Absent: nothing speaks against it. */
  readonly unread?: UnreadReason;
  /** A person showed the page around. */
  readonly taught?: boolean;
}

/** A page may send a message to its model, and to whoever counts its visitors. */
export const MAX_ASKED_AT = 3;

/**
 * Why a reply cannot be read:
 * - `unknown_words`: the site's answer came to its end, and is in words that nobody here knows;
 * - `silent`: the message left, and nothing that is understood came back, or nothing of it came to an end;
 * - `unseen`: a person sent something, and no request was seen that carried it.
 */
export const UNREAD_REASONS = ['unknown_words', 'silent', 'unseen'] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Does the adapter still fit? `unknown` where the page has given no occasion to tell. */
export type Check = 'ok' | 'failed' | 'unknown';

/** Checks of the things an adapter needs of a page, each judged by the page's own behaviour. */
export interface PageChecks {
  readonly composer: Check;
  /** A reply was read to its final marker. */
  readonly stream: Check;
  /** The messages were found in the page. */
  readonly turns: Check;
  /** The conversation's id, and those of its messages. */
  readonly ids: Check;
}

/** Why a page cannot do what it was asked. `text` is for people. */
export interface PageProblem {
  readonly code: ErrorCode;
  readonly text: string;
}

/** A final reply. Only positive evidence from the stream or the history makes one that acts, never a button's look. */
export interface ObservedReply {
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly aliases: readonly string[];
  /** As of the page's state. */
  readonly by_hand?: boolean;
  readonly assistant_message_id: string;
  readonly raw_text: string;
  readonly complete: Completeness;
  readonly observed_at: number;
  /**
   * `live`: its stream ended before our eyes. `snapshot`: found in the history. `replay`: streamed again. `shown`: read
   * off a page that has no history, as it stands there: it ends a delivery, and never acts.
   */
  readonly source: 'live' | 'snapshot' | 'replay' | 'shown';
  /** The site's id of the user turn it answers, where known. */
  readonly in_reply_to: string | null;
  /** The message after which the page's own request put that turn; null: it named none. */
  readonly follows?: string | null;
  /** The attempt whose own request brought it; null: it came another way. */
  readonly attempt_id: string | null;
  readonly page_url: string;
  readonly page_title: string;
}

/** A message the person sent by hand, and the site took. */
export interface ObservedTurn {
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly aliases: readonly string[];
  /** As of the page's state. */
  readonly by_hand?: boolean;
  /** The site's id of it, or one made of it where the site names none. */
  readonly user_message_id: string;
  readonly raw_text: string;
  readonly observed_at: number;
}

/** Seen when the page itself sends. Names and shapes only: no header value, no text. */
export interface CapturedTemplate {
  readonly request_path: string;
  readonly method: string;
  readonly header_names: readonly string[];
  /** The body's JSON with every string leaf replaced by its kind, for example `"<string>"`. */
  readonly body_shape: unknown;
}

/** How far one attempt has come in the page. */
export type AttemptProgress =
  /** Text is being put in; nothing has left. */
  | { readonly step: 'inserting' }
  /**
   * The page's own request is about to leave and is held back until the answer. `user_message_id` is the
   * id the page gave our turn, where the site names one; it must be durable before the answer is `go`.
   */
  | { readonly step: 'leaving'; readonly user_message_id: string | null }
  /** The site took it: request accepted, or our turn shown after the anchor. */
  | { readonly step: 'accepted'; readonly user_message_id: string | null }
  | {
      readonly step: 'failed';
      readonly code: ErrorCode;
      readonly text: string;
      readonly retry_after_ms: number | null;
      /** `no`: provably nothing was sent. `unknown`: it may have been; look before any other try. */
      readonly sent: 'no' | 'unknown';
    }
  /** The message was accepted, and its answer ended without a reply. One found later is still reported. */
  | {
      readonly step: 'no_reply';
      readonly text: string;
      readonly retry_after_ms: number | null;
    };

/** Content script to background. Each is answered; an unanswered one is sent again until it is. */
export type PageMessage =
  | { readonly kind: 'page.state'; readonly state: PageState }
  /** Answered after the reply is durable. */
  | { readonly kind: 'page.reply'; readonly reply: ObservedReply }
  /** A reply grows. Only so at the moment: it is told once, whether anybody hears it or not. */
  | {
      readonly kind: 'page.progress';
      readonly platform: string;
      readonly remote_conversation_id: string;
      readonly characters: number;
      readonly for_ms: number;
      readonly ended: boolean;
    }
  /** Answered after the turn is durable. */
  | { readonly kind: 'page.turn'; readonly turn: ObservedTurn }
  | {
      readonly kind: 'page.captured';
      readonly platform: string;
      readonly remote_conversation_id: string | null;
      readonly template: CapturedTemplate;
      readonly credential_fingerprint: string | null;
      /** HTTP status of the site's answer; null when none came. */
      readonly answered: number | null;
    }
  /** Answered after the progress is durable; for `leaving` the answer says whether it may leave. */
  | {
      readonly kind: 'attempt.progress';
      readonly attempt_id: string;
      readonly progress: AttemptProgress;
    }
  /** A page stands at the address of a conductor's pairing page. Is it one of a conductor a person knows? */
  | { readonly kind: 'pairing.meet'; readonly conductor_url: string }
  /** A person clicked the button of that page: they are to be asked in a page of ours. */
  | { readonly kind: 'pairing.offer'; readonly conductor_url: string; readonly code: string };

/** Answers of the background to each message of a page. */
export interface PageAnswers {
  readonly 'page.state': {
    readonly stored: true;
    readonly hmac_key: string;
    /** A person switched the site off: the script ends. */
    readonly off: boolean;
    /** Another page has the id of ours that this one goes by: nothing was stored, and it gives that up. */
    readonly taken?: boolean;
  };
  readonly 'page.reply': { readonly stored: true };
  readonly 'page.turn': { readonly stored: true };
  readonly 'page.progress': { readonly heard: true };
  readonly 'page.captured': { readonly stored: true };
  readonly 'attempt.progress': { readonly stored: true; readonly go: boolean };
  readonly 'pairing.meet': { readonly known: boolean };
  readonly 'pairing.offer': OfferOutcome;
}

/** `ok`: the person is being asked. What they answer is not the page's business. */
export type OfferOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ErrorCode; readonly text: string };

/** Facts to look for when an attempt's outcome is unknown. */
export interface LookRequest {
  /** The anchor: our turn can only stand after it. Null: the conversation had no assistant message. */
  readonly anchor_message_id: string | null;
  /** The id the page gave our turn, where the journal has it: makes the look exact. */
  readonly user_message_id: string | null;
  readonly message_text: string;
  /** Ids of the user turns that stood there before the attempt; null when that was never read. */
  readonly known_user_message_ids: readonly string[] | null;
}

/** Result of a look into the conversation. Only `absent` allows the message to be sent again. */
export type LookOutcome =
  | {
      readonly outcome: 'found';
      readonly user_message_id: string | null;
      readonly reply: ObservedReply | null;
      /** A reply is being written, or stands there and is not whole yet. */
      readonly is_growing: boolean;
      /** Reply so far, which may still grow: the whole reply, if it does not. */
      readonly rest?: ObservedReply | null;
      /** The words of the site, where it says that the reply failed. */
      readonly why?: string;
      /** The site met the message with an error, says that its reply failed, or has answered a later one. */
      readonly is_unanswered?: true;
    }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'cannot_tell'; readonly reason: string };

/** Background to the content script of a page's top frame. */
export type PageCommand =
  | { readonly kind: 'page.identify' }
  /** A person switched the site off. */
  | { readonly kind: 'page.stop' }
  /** May a text be put in now, and which user turns stand there? Touches nothing. */
  | { readonly kind: 'attempt.baseline'; readonly remote_conversation_id: string }
  /** Put the text in and send it. Answered at once; what comes of it follows as `attempt.progress`. Idempotent per attempt_id. */
  | {
      readonly kind: 'attempt.send';
      readonly attempt_id: string;
      readonly remote_conversation_id: string;
      readonly message_text: string;
    }
  /** Asks for the progress of an attempt: sent by a background that died and came back. */
  | { readonly kind: 'attempt.query'; readonly attempt_id: string }
  /** Nobody waits for its reply any more: press the site's button that stops it, once there is one, while it is being written. */
  | {
      readonly kind: 'attempt.stop';
      readonly attempt_id: string;
      readonly remote_conversation_id: string;
      readonly look: LookRequest;
    }
  | {
      readonly kind: 'attempt.look';
      readonly remote_conversation_id: string;
      readonly look: LookRequest;
    };

/** The popup to the content script: a person wants to show the page around. Answered when that has begun. */
export const TEACH_PAGE = 'page.teach';

/**
 * Background to the content script: put a text into the composer as the person's own draft. Nothing is sent, and a
 * draft that is there stays as it is.
 */
export interface DraftCommand {
  readonly kind: 'page.draft';
  readonly text: string;
}

/** Background to the content script: say beside the composer how Baton stands; null takes it away. */
export interface ChipCommand {
  readonly kind: 'page.chip';
  readonly text: string | null;
  readonly stands: 'auto' | 'paused' | 'waits' | null;
}

/** Whether the text stands in the composer now. */
export type DraftOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'draft_present' | 'adapter_drift'; readonly text: string };

/** The user turns that stand in the conversation, or why no text can be put in now. */
export type BaselineOutcome =
  | { readonly ok: true; readonly user_message_ids: readonly string[] }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly text: string;
      /** The page loads anew by itself, and may be asked again after that. */
      readonly reloads: boolean;
    };

/** Answers of a content script to each command of the background. */
export interface CommandAnswers {
  readonly 'page.identify': PageState;
  readonly 'page.stop': { readonly stopped: true };
  readonly 'attempt.baseline': BaselineOutcome;
  readonly 'attempt.send':
    | { readonly taken: true }
    | { readonly taken: false; readonly code: ErrorCode; readonly text: string };
  readonly 'attempt.query': { readonly progress: AttemptProgress | null };
  /** True: the page sees to it. False: it does not show that reply. */
  readonly 'attempt.stop': { readonly taken: boolean };
  readonly 'attempt.look': LookOutcome;
}
