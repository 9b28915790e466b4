import * as z from 'zod';

import { modelRef } from './agent-fields.ts';
import { operation, plain } from './define.ts';

const modelEndpoint = z.object({
  name: z.string(),
  kind: z.enum(['openai-compatible', 'anthropic']),
  base_url: z.string(),
  key_from: z.string().nullable().meta({ description: 'Where its key comes from; never the key.' }),
  models: z.array(z.string()),
  fault: z.string().nullable(),
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
    response: z.object({ items: z.array(modelEndpoint), config_file: z.string() }),
  }),
  probeModel: operation({
    ...plain,
    method: 'POST',
    path: '/v1/models/probe',
    tag: 'agents',
    scope: 'full',
    summary: 'Asks a model for one word: does it answer, and how fast?',
    command: 'models probe',
    body: z.strictObject({ model: modelRef }),
    example: { model: 'local:qwen3' },
    response: z.object({ model: z.string(), took_ms: z.int(), text: z.string() }),
    errors: ['model_unavailable', 'model_auth', 'model_refused', 'model_overloaded'],
  }),
};
