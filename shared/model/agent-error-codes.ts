import type { ErrorRow } from './error-row.ts';

/** What goes wrong with agents and their language models. */
export const AGENT_ERROR_CODES = {
  agent_unknown: {
    layer: 'agent',
    retry: 'never',
    http: 404,
    meaning: 'There is no agent of that name.',
    remedy: 'Take one of `baton agents list`.',
  },
  model_unavailable: {
    layer: 'agent',
    retry: 'person',
    http: 503,
    meaning: 'No language model is there for the agent.',
    remedy: 'Name one in models.json, or start its server.',
  },
  model_auth: {
    layer: 'agent',
    retry: 'person',
    http: 502,
    meaning: 'The language model refused the key.',
    remedy: 'Put a valid key where models.json says it is, then resume the run.',
  },
  model_refused: {
    layer: 'agent',
    retry: 'person',
    http: 502,
    meaning: 'The language model refused the request.',
    remedy: 'Read what its provider says; resume the run with another model.',
  },
  model_overloaded: {
    layer: 'agent',
    retry: 'later',
    http: 503,
    meaning: 'The language model is overloaded, or cannot be reached.',
    remedy: 'Wait a moment, then resume the run.',
  },
  context_overflow: {
    layer: 'agent',
    retry: 'person',
    http: 422,
    meaning: 'The conversation is longer than the language model takes.',
    remedy: 'Resume the run with a model that takes more, or begin a new session.',
  },
  too_many_workers: {
    layer: 'agent',
    retry: 'never',
    http: 409,
    meaning: 'The run has asked as many other agents as it may.',
    remedy: 'Go on with what they brought.',
  },
  scope_taken: {
    layer: 'agent',
    retry: 'never',
    http: 409,
    meaning: 'Another agent works on the same part of the task.',
    remedy: 'Give each a part of its own.',
  },
  memory_conflict: {
    layer: 'agent',
    retry: 'never',
    http: 409,
    meaning: 'The memory has changed since it was read.',
    remedy: 'Read it again, then write what still applies.',
  },
  model_no_reply: {
    layer: 'agent',
    retry: 'person',
    http: 504,
    meaning: 'The chat that serves as the model got the message and gave no reply.',
    remedy: 'Look into the chat, then resume the run.',
  },
  conversation_bound: {
    layer: 'agent',
    retry: 'person',
    http: 409,
    meaning: 'The chat serves another session of an agent as its model.',
    remedy: 'Release it with `baton agents release`, or take another chat.',
  },
  prompt_too_long: {
    layer: 'agent',
    retry: 'person',
    http: 413,
    meaning: 'What a chat must be told first does not fit into one message of its site.',
    remedy: 'Give the agent fewer tools, or another model.',
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;
