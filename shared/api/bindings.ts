import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { epochMs, identifier, inConversation, pageOf, paging } from './fields.ts';

export const modelBinding = z.object({
  binding_id: identifier,
  local_conversation_id: identifier.meta({ description: 'The chat.' }),
  platform: z.string(),
  session_id: identifier.meta({ description: 'The session with an agent that it serves.' }),
  turns: z.int().meta({ description: 'How often the chat was asked.' }),
  tokens: z.int().meta({ description: 'Estimated, of all that was said in it.' }),
  opened_at: epochMs,
  released_at: epochMs.nullable(),
});

/** Chats that serve as models. Binding one is the agents' matter. */
export const bindingsOperations = {
  listModelBindings: operation({
    ...plain,
    method: 'GET',
    path: '/v1/model-bindings',
    tag: 'agents',
    scope: 'watch',
    summary: 'Chats that serve as models of agents, the newest first.',
    command: 'agents bindings',
    query: paging.extend(inConversation.shape),
    response: pageOf(modelBinding),
    errors: ['not_found'],
  }),
  releaseModel: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/model-bindings/:id',
    tag: 'agents',
    scope: 'full',
    summary: 'Releases a chat from its agent; what is under way in it ends there.',
    command: 'agents release',
    response: modelBinding,
    errors: ['not_found', 'invalid_transition'],
  }),
};

/** Part of the agents' operations. */
export const bindModel = operation({
  ...plain,
  method: 'POST',
  path: '/v1/model-bindings',
  tag: 'agents',
  scope: 'full',
  summary: 'Makes a chat the model of a session with an agent.',
  command: 'agents bind',
  body: z.strictObject({
    session: identifier.meta({ description: 'The id of the session.' }),
    conversation: identifier.meta({ description: 'Our id of the chat.' }),
  }),
  example: { session: '01JS', conversation: '01JC' },
  response: modelBinding,
  status: 201,
  errors: [
    'not_found',
    'conversation_bound',
    'conversation_paused',
    'conversation_draining',
    'invalid_request',
  ],
});
