import * as z from 'zod';

import { modelRef } from './agent-fields.ts';
import { operation, plain } from './define.ts';

const modelEndpoint = z.object({
  name: z.string(),
  kind: z.enum(['openai-compatible', 'anthropic']),
  base_url: z.string(),
  key_from: z.string().nullable().meta({ description: 'Where its key comes from; never the key.' }),
  models: z.array(z.string()),
  context_tokens: z
    .int()
    .nullable()
    .meta({ description: 'Of one request; null: nobody has said.' }),
  fault: z.string().nullable(),
  state: z.enum(['unknown', 'ready', 'unreachable', 'unauthorized', 'faulty']).meta({
    description:
      'How it was when it was asked last, by a run or a probe: `unknown` if not since the start, `faulty` if it cannot be.',
  }),
});

export const modelsOperations = {
  listModels: operation({
    ...plain,
    method: 'GET',
    path: '/v1/models',
    tag: 'agents',
    scope: 'watch',
    summary: 'Language models that a person has configured.',
    command: 'models list',
    response: z.object({
      items: z.array(modelEndpoint),
      chats: z.array(z.string()).meta({
        description: 'Web chats that can serve now, a new one for each session: `chat:<platform>`.',
      }),
      config_file: z.string(),
    }),
  }),
  probeModel: operation({
    ...plain,
    method: 'POST',
    path: '/v1/models/probe',
    tag: 'agents',
    scope: 'full',
    summary: 'Asks a model for one call: does it answer, how fast, and does it call tools?',
    command: 'models probe',
    body: z.strictObject({ model: modelRef }),
    example: { model: 'local:qwen3' },
    response: z.object({
      model: z.string(),
      took_ms: z.int(),
      text: z.string(),
      tools: z.boolean().meta({ description: 'It called the tool that it was given.' }),
      streams: z.boolean().meta({ description: 'Its words came in parts.' }),
    }),
    errors: ['model_unavailable', 'model_auth', 'model_refused', 'model_overloaded'],
  }),
};
