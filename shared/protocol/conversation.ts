import * as z from 'zod/mini';

import { GRANT_LEVELS } from '../model/resource-words.ts';
import {
  businessFields,
  conversationFields,
  count,
  epochMs,
  errorCode,
  identifier,
  longText,
  shortText,
  aliases,
} from './fields.ts';

export const conversationMode = z.enum(['auto', 'manual', 'paused']);
export const jobStatus = z.enum([
  'pending',
  'dispatched',
  'acked',
  'finalized',
  'retry_wait',
  'failed',
]);

/** Params that a person can be shown whole in a browser, in UTF-16 units of JSON. */
export const MAX_WHOLE_PARAMS = 16_000;

const shownParams = {
  /** The params as JSON text, for people; what is too long is cut and ends in an ellipsis. */
  params: shortText,
  /** All of them, where `params` is cut. Absent for more than fits a frame: such an action is answered elsewhere. */
  whole_params: z.optional(z.string().check(z.maxLength(MAX_WHOLE_PARAMS))),
  /** How long all of them are, in UTF-16 units. */
  params_length: z.optional(count),
};

/** An open approval, as pages of the extension show it. */
export const approval = {
  approval_id: identifier,
  kind: z.enum(['permission', 'outcome_unknown']),
  /** `target::tool` */
  action: shortText,
  ...shownParams,
  /** The action stands word for word in something delivered to the conversation, or said there. */
  quoted: z.optional(z.boolean()),
  /** The server of its tool describes it in another way than was accepted. */
  tool_changed: z.optional(z.boolean()),
  /** The action could send the person's own data out, and text of strangers is in the conversation. */
  may_leak: z.optional(z.boolean()),
  /** Another reply to the same turn came before the one that asks for it. */
  second_reply: z.optional(z.boolean()),
  risk: z.enum(['low', 'medium', 'high']),
  created_at: epochMs,
  /** Subject of the question. Absent: an action of a reply. A grant is given by `grant.change`, not by an answer. */
  subject: z.optional(
    z.object({
      kind: z.enum(['instruction', 'resource_call', 'grant', 'person_step']),
      id: identifier,
      chat_session_id: identifier,
      resource_id: z.nullable(identifier),
      origin: z.nullable(shortText),
      level: z.nullable(z.enum(GRANT_LEVELS)),
      element: z.nullable(shortText),
      /** The assistant's own, to the person. */
      words: z.nullable(shortText),
      /** Way in which a grant is given. Absent: the popup. */
      given_by: z.optional(z.enum(['popup', 'answer'])),
    }),
  ),
};

/** A delivery, and what became of it. */
export const jobFailure = {
  job_id: identifier,
  error_code: z.nullable(errorCode),
  error_message: z.nullable(shortText),
};

/** Conductor to extension: how a conversation stands, for the popup. The conductor's rows are the truth. */
export const conversationState = z.object({
  ...businessFields,
  type: z.literal('conversation.state'),
  ...conversationFields,
  aliases,
  local_conversation_id: identifier,
  mode: conversationMode,
  draining: z.boolean(),
  pause_reason: z.nullable(shortText),
  title: z.nullable(shortText),
  /** An action or a delivery has not ended. */
  busy: z.optional(z.boolean()),
  /** Unfinished jobs, newest first, and the latest failed one that nobody has put aside. */
  jobs: z
    .array(
      z.object({
        ...jobFailure,
        status: jobStatus,
        attempt_count: z.int().check(z.nonnegative()),
      }),
    )
    .check(z.maxLength(20)),
  /** Open approvals, oldest first. */
  approvals: z.array(z.object(approval)).check(z.maxLength(20)),
  /**
   * The newest reply, where it holds actions that none was made of because the conversation was not `auto`: the person
   * may still let them run. Absent: there is none. The actions are those that can be read, the first ones of many.
   */
  held_reply: z.optional(
    z.object({
      assistant_message_id: identifier,
      actions: z
        .array(z.object({ action: shortText, ...shownParams }))
        .check(z.minLength(1), z.maxLength(20)),
      /** How many there are. */
      count,
    }),
  ),
  /** The session with an agent that it serves as its model: its replies act there, and not here. Absent: it serves none. */
  serves: z.optional(
    z.object({ local_conversation_id: identifier, agent: shortText, title: z.nullable(shortText) }),
  ),
  /** A renewal under way or stopped; null where there is none. */
  renewal: z.nullable(
    z.object({
      status: z.enum(['active', 'stopped']),
      turns_used: count,
      max_turns: count,
      due_at: z.nullable(epochMs),
      stop_reason: z.nullable(shortText),
    }),
  ),
  /** Until when the account is parked because the site limits it; null while it is not. */
  parked_until: z.nullable(epochMs),
});

/** Extension to conductor: the person answered what waits for them, in the popup. */
export const approvalDecide = z.object({
  ...businessFields,
  type: z.literal('approval.decide'),
  approval_id: identifier,
  decision: z.enum(['approve', 'deny', 'run_again', 'skip', 'tell']),
  reason: z.nullable(shortText),
  /** With `approve`: from now on the same tool runs unasked in the same conversation, whatever its params. */
  always: z.optional(z.boolean()),
});

/**
 * Extension to conductor: the person saw the actions of a held reply in the popup and lets them run. A rule that denies
 * one still does; one that can be shown only in part, or that stands in the words of others, asks on its own.
 */
export const replyRun = z.object({
  ...businessFields,
  type: z.literal('reply.run'),
  ...conversationFields,
  assistant_message_id: identifier,
});

/** Extension to conductor: the person stopped the renewal in the popup. */
export const renewalStop = z.object({
  ...businessFields,
  type: z.literal('renewal.stop'),
  ...conversationFields,
});

/**
 * Extension to conductor: the person sends a text into a conversation from elsewhere in the browser. It is a message of
 * theirs like one that a program hands in: it goes out in `manual` too, and is refused while the conversation is paused.
 * The frame's `id` is unique among all browsers: the same one again is the same message.
 */
export const messageSend = z.object({
  ...businessFields,
  type: z.literal('message.send'),
  ...conversationFields,
  text: longText.check(z.minLength(1)),
});

/** Extension to conductor: the person switched the conversation's mode in the popup. */
export const conversationSetMode = z.object({
  ...businessFields,
  type: z.literal('conversation.set_mode'),
  ...conversationFields,
  mode: conversationMode,
});
