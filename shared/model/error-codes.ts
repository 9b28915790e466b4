import type { ErrorCode } from './error-code-names.ts';

export type { ErrorCode } from './error-code-names.ts';

/**
 * What may be done after a failure, decided by the code alone, never by the message text.
 * - `later`: the message provably was not sent; another try may succeed and consumes an attempt.
 * - `never`: another try would end the same way.
 * - `person`: only a person can clear it; the job stops until they say so.
 */
export type RetryClass = 'later' | 'never' | 'person';

interface ErrorRow {
  readonly layer: 'conversation' | 'execution' | 'bridge';
  readonly retry: RetryClass;
  /** HTTP status when the code answers a request. */
  readonly http: number;
  readonly meaning: string;
  /** What a person can do about it. */
  readonly remedy: string;
}

/** What each code means, and what may be done. docs/errors.md says the same to people. */
export const ERROR_CODES = {
  duplicate_job: {
    layer: 'conversation',
    retry: 'never',
    http: 409,
    meaning: 'This delivery already exists.',
    remedy: 'Nothing: the first one counts.',
  },
  conversation_paused: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'The conversation is paused.',
    remedy: 'Switch it to auto to go on.',
  },
  conversation_manual: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'The conversation is in manual mode.',
    remedy: 'Switch it to auto to let Baton act.',
  },
  anchor_stale: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'The conversation has moved on since this message was prepared.',
    remedy: 'Look at the conversation, then retry or drop the delivery.',
  },
  invalid_transition: {
    layer: 'conversation',
    retry: 'never',
    http: 409,
    meaning: 'The state does not allow this step.',
    remedy: 'Look at its current state and choose again.',
  },
  attempts_exhausted: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'Every allowed try failed.',
    remedy: 'Mend the last error, then retry.',
  },
  cancelled: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'Someone cancelled it.',
    remedy: 'Retry it if that was a mistake.',
  },
  outcome_unknown: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning:
      'The conductor stopped while the action ran, or a backup was restored since; whether it took effect is not known.',
    remedy: 'Check its effect, then run it again or skip it.',
  },
  tool_failed: {
    layer: 'conversation',
    retry: 'never',
    http: 500,
    meaning: 'The tool reported a failure.',
    remedy: 'Read its message; the assistant got it too.',
  },
  tool_unavailable: {
    layer: 'conversation',
    retry: 'later',
    http: 503,
    meaning: 'The server that brings the tool cannot be reached.',
    remedy: 'Look at its state with `baton tools`, mend its entry in mcp.json, then ask again.',
  },
  action_denied: {
    layer: 'conversation',
    retry: 'never',
    http: 403,
    meaning: 'A person or a rule does not allow the action.',
    remedy: 'Read the reason; do something else, or ask the person.',
  },
  approval_expired: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'Nobody answered in the time that was given.',
    remedy: 'Have the assistant ask again, or let approvals wait longer in the settings.',
  },
  action_skipped: {
    layer: 'conversation',
    retry: 'never',
    http: 409,
    meaning: 'A person looked into the action and goes on without its result.',
    remedy: 'Nothing: the person has seen to it.',
  },
  loop_detected: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'The conversation repeats itself.',
    remedy: 'Read its last messages, say what to do differently, then switch it to auto again.',
  },
  cycle_detected: {
    layer: 'conversation',
    retry: 'never',
    http: 409,
    meaning: 'Conversations would ask one another in a circle, or too deep.',
    remedy: 'Answer from what is there instead of asking on.',
  },
  conversation_draining: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'The conversation finishes what is queued and accepts nothing new.',
    remedy: 'Switch it to auto or manual to go on.',
  },
  unknown_tool: {
    layer: 'conversation',
    retry: 'never',
    http: 404,
    meaning: 'No such target or tool.',
    remedy: 'Ask for @conductor::describe.',
  },
  invalid_params: {
    layer: 'conversation',
    retry: 'never',
    http: 422,
    meaning: 'The parameters do not fit the tool.',
    remedy: 'Mend the named field.',
  },
  malformed_action: {
    layer: 'conversation',
    retry: 'never',
    http: 422,
    meaning: 'The action block does not parse.',
    remedy: 'Write @target::tool::{json} on a line of its own.',
  },

  missing_route: {
    layer: 'execution',
    retry: 'later',
    http: 503,
    meaning: 'No page can serve the conversation, and none could be opened.',
    remedy: 'Open the conversation in a browser paired with Baton.',
  },
  missing_template: {
    layer: 'execution',
    retry: 'person',
    http: 503,
    meaning: 'No send request has been seen to copy.',
    remedy: 'Send one message by hand.',
  },
  missing_credential: {
    layer: 'execution',
    retry: 'person',
    http: 503,
    meaning: 'The site no longer accepts this login.',
    remedy: 'Log in on the site again.',
  },
  send_rejected: {
    layer: 'execution',
    retry: 'later',
    http: 502,
    meaning: 'The site did not take the message this time.',
    remedy: 'Nothing: it is tried again. If it stays so, look at the page for its reason.',
  },
  send_refused: {
    layer: 'execution',
    retry: 'person',
    http: 502,
    meaning: 'The site refused the message for good.',
    remedy: 'Look at the page for its reason, and send it again once that is gone.',
  },
  rate_limited: {
    layer: 'execution',
    retry: 'later',
    http: 429,
    meaning: 'The site limits sending.',
    remedy: 'Wait; Baton tries again when the site allows it, after a week at the latest.',
  },
  challenge_required: {
    layer: 'execution',
    retry: 'person',
    http: 403,
    meaning: 'The site asks for a human check.',
    remedy: 'Open the page and pass the check.',
  },
  page_gone: {
    layer: 'execution',
    retry: 'later',
    http: 503,
    meaning: 'The page closed before anything was sent.',
    remedy: 'Nothing: Baton opens it again.',
  },
  draft_present: {
    layer: 'execution',
    retry: 'later',
    http: 409,
    meaning: 'An unsent draft is in the composer.',
    remedy: 'Send or clear the draft.',
  },
  adapter_drift: {
    layer: 'execution',
    retry: 'person',
    http: 502,
    meaning: 'The site changed and Baton no longer understands its page.',
    remedy: 'Update Baton, or send the report that its settings make.',
  },
  text_mangled: {
    layer: 'execution',
    retry: 'person',
    http: 502,
    meaning: 'The page would have sent something other than the message, so it was stopped.',
    remedy: 'Send the message by hand.',
  },
  delivery_uncertain: {
    layer: 'execution',
    retry: 'person',
    http: 409,
    meaning: 'Whether the message was sent cannot be known.',
    remedy: 'Look at the conversation; retry only if the message is not there.',
  },
  no_reply: {
    layer: 'execution',
    retry: 'person',
    http: 502,
    meaning: 'The message was sent, but the site ended without a reply to it.',
    remedy: 'Look at the conversation; send it again if you still want a reply.',
  },
  final_message_timeout: {
    layer: 'execution',
    retry: 'never',
    http: 504,
    meaning: 'The message was sent, but no final reply came in time.',
    remedy: 'Look at the conversation; the message is there and is not sent again.',
  },

  malformed_frame: {
    layer: 'bridge',
    retry: 'never',
    http: 400,
    meaning: 'The frame is not valid JSON of a known shape.',
    remedy: 'Update the side that sent it.',
  },
  unknown_type: {
    layer: 'bridge',
    retry: 'never',
    http: 400,
    meaning: 'The frame type is not known here.',
    remedy: 'Update the older side.',
  },
  out_of_order: {
    layer: 'bridge',
    retry: 'never',
    http: 400,
    meaning: 'A frame arrived that the session does not allow now.',
    remedy: 'Update the side that sent it.',
  },
  not_held: {
    layer: 'bridge',
    retry: 'never',
    http: 403,
    meaning: 'Another browser serves the conversation or delivery.',
    remedy: 'Open the conversation in this browser, if the other one is gone.',
  },
  too_many_conversations: {
    layer: 'bridge',
    retry: 'never',
    http: 409,
    meaning: 'The browser has too many conversations open.',
    remedy: 'Raise --max-conversations of the conductor.',
  },
  unauthorized: {
    layer: 'bridge',
    retry: 'person',
    http: 401,
    meaning: 'The credential is missing, wrong or revoked.',
    remedy: 'Pair the browser again.',
  },
  forbidden_host: {
    layer: 'bridge',
    retry: 'never',
    http: 421,
    meaning: 'The Host header is not an address of this conductor.',
    remedy: 'Use the address the conductor prints at start.',
  },
  forbidden_origin: {
    layer: 'bridge',
    retry: 'never',
    http: 403,
    meaning: 'The Origin is not a paired browser.',
    remedy: 'Pair the browser first.',
  },
  pairing_code_invalid: {
    layer: 'bridge',
    retry: 'person',
    http: 403,
    meaning: 'The pairing code is wrong, used or expired.',
    remedy: "Ask for a new one: `npm run pair` in Baton's folder, or `baton pair`.",
  },
  already_paired: {
    layer: 'bridge',
    retry: 'person',
    http: 409,
    meaning: 'This browser is paired already.',
    remedy: "Unpair it first, in Baton's settings.",
  },
  too_many_attempts: {
    layer: 'bridge',
    retry: 'later',
    http: 429,
    meaning: 'Too many wrong tries.',
    remedy: 'Wait a while, then try again.',
  },
  not_found: {
    layer: 'bridge',
    retry: 'never',
    http: 404,
    meaning: 'There is nothing under that name.',
    remedy: 'Check the name.',
  },
  invalid_request: {
    layer: 'bridge',
    retry: 'never',
    http: 400,
    meaning: 'The request is out of shape.',
    remedy: 'Mend the named field.',
  },
  conductor_unreachable: {
    layer: 'bridge',
    retry: 'later',
    http: 503,
    meaning: 'The conductor does not answer.',
    remedy: 'Start it as you usually do: `npm start`, `baton start` or your service.',
  },
  idempotency_conflict: {
    layer: 'bridge',
    retry: 'never',
    http: 409,
    meaning: 'The idempotency key was used for another request.',
    remedy: 'Take a new key for a new request.',
  },
  quota_exceeded: {
    layer: 'conversation',
    retry: 'person',
    http: 507,
    meaning: 'There is no room left for artifacts.',
    remedy: 'Remove artifacts, or raise the quota in the settings.',
  },
  read_only: {
    layer: 'conversation',
    retry: 'person',
    http: 503,
    meaning: 'The data was written by a newer Baton and can only be read.',
    remedy: 'Update Baton.',
  },
  store_locked: {
    layer: 'conversation',
    retry: 'later',
    http: 503,
    meaning: 'Another program holds the database, so nothing can be written.',
    remedy:
      'Close what has the database open, such as a database browser; Baton goes on by itself.',
  },
  disk_full: {
    layer: 'conversation',
    retry: 'later',
    http: 507,
    meaning: 'The disk is full.',
    remedy: 'Make room on it; Baton goes on by itself.',
  },
  payload_too_large: {
    layer: 'bridge',
    retry: 'never',
    http: 413,
    meaning: 'The request is too large.',
    remedy: 'Send less at once.',
  },
  internal: {
    layer: 'bridge',
    retry: 'later',
    http: 500,
    meaning: 'A fault inside Baton.',
    remedy: "Look at the conductor's log and report it.",
  },
} as const satisfies Record<ErrorCode, ErrorRow>;

/** A fault under its code. `text` is for people and may be cut; it never holds a message's content or a secret. */
export interface CodedError {
  readonly code: ErrorCode;
  readonly text: string;
}
