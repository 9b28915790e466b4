import { AGENT_ERROR_CODES } from './agent-error-codes.ts';
import { BRIDGE_ERROR_CODES } from './bridge-error-codes.ts';
import type { ErrorCode } from './error-code-names.ts';
import type { ErrorRow } from './error-row.ts';
import { RESOURCE_ERROR_CODES } from './resource-error-codes.ts';
import { RUN_ERROR_CODES } from './run-error-codes.ts';

export type { ErrorCode } from './error-code-names.ts';

/** Meaning and remedy of each code. docs/errors.md says the same to people. */
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
    remedy: 'Switch it to auto to continue.',
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
    meaning: 'The conversation has newer messages than this one was prepared for.',
    remedy: 'Look at the conversation, then retry or drop the delivery.',
  },
  invalid_transition: {
    layer: 'conversation',
    retry: 'never',
    http: 409,
    meaning: 'The current state does not allow this operation.',
    remedy: 'Look at its current state and choose again.',
  },
  attempts_exhausted: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'All allowed attempts failed.',
    remedy: 'Fix the cause of the last error, then retry.',
  },
  cancelled: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'It was cancelled.',
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
    meaning: 'The server of the tool cannot be reached.',
    remedy: 'Look at its state with `baton tools`, fix its entry in mcp.json, then ask again.',
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
    meaning: 'Nobody answered in time.',
    remedy: 'Have the assistant ask again, or let approvals wait longer in the settings.',
  },
  action_skipped: {
    layer: 'conversation',
    retry: 'never',
    http: 409,
    meaning: 'A person skipped the action; the conversation continues without its result.',
    remedy: 'Nothing: a person decided it.',
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
    meaning: 'Conversations would ask one another in a cycle, or through too many levels.',
    remedy: 'Answer from what is known instead of asking another conversation.',
  },
  conversation_draining: {
    layer: 'conversation',
    retry: 'person',
    http: 409,
    meaning: 'The conversation finishes what is queued and accepts nothing new.',
    remedy: 'Switch it to auto or manual to continue.',
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
    remedy: 'Fix the named field.',
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
    meaning: 'The site did not accept the message this time.',
    remedy: 'Nothing: Baton tries again. If it keeps failing, look at the page for the reason.',
  },
  send_refused: {
    layer: 'execution',
    retry: 'person',
    http: 502,
    meaning: 'The site refused the message permanently.',
    remedy: 'Look at the page for the reason, fix it, then send the message again.',
  },
  conversation_full: {
    layer: 'execution',
    retry: 'never',
    http: 409,
    meaning: 'The site takes no more messages into this conversation: it is too long.',
    remedy: 'Go on in a new conversation.',
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
    remedy:
      'Retry it: Baton looks first whether it is there. If it still cannot tell, look yourself, and say so.',
  },
  no_reply: {
    layer: 'execution',
    retry: 'person',
    http: 502,
    meaning: 'The message was sent, but the site ended without a reply to it.',
    remedy: 'Look at the conversation; send it again if you still want a reply.',
  },
  reply_not_whole: {
    layer: 'execution',
    retry: 'person',
    http: 502,
    meaning: 'The reply did not come to its own end, so nothing in it acts.',
    remedy: 'Ask for it again, in shorter parts if it was too long.',
  },
  final_message_timeout: {
    layer: 'execution',
    retry: 'never',
    http: 504,
    meaning: 'The message was sent, but no final reply came in time.',
    remedy: 'Look at the conversation; the message is there and is not sent again.',
  },

  quota_exceeded: {
    layer: 'conversation',
    retry: 'person',
    http: 507,
    meaning: 'There is no room left for artifacts.',
    remedy: 'Remove artifacts, or raise the quota in the settings.',
  },
  artifact_store_down: {
    layer: 'conversation',
    retry: 'later',
    http: 503,
    meaning: 'The bucket that keeps artifacts cannot be used.',
    remedy: 'Run "baton doctor": it says why. What is kept here can still be read.',
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
      'Close what has the database open, such as a database browser; Baton continues automatically.',
  },
  disk_full: {
    layer: 'conversation',
    retry: 'later',
    http: 507,
    meaning: 'The disk is full.',
    remedy: 'Free space on it; Baton continues automatically.',
  },
  store_gone: {
    layer: 'conversation',
    retry: 'later',
    http: 507,
    meaning: 'The data folder was removed or moved away while the conductor runs.',
    remedy: 'Put it back where it was, or start the conductor anew.',
  },

  ...RESOURCE_ERROR_CODES,
  ...AGENT_ERROR_CODES,
  ...RUN_ERROR_CODES,
  ...BRIDGE_ERROR_CODES,
} as const satisfies Record<ErrorCode, ErrorRow>;

/** A fault under its code. `text` is for people and may be cut; it never holds a message's content or a secret. */
export interface CodedError {
  readonly code: ErrorCode;
  readonly text: string;
}
