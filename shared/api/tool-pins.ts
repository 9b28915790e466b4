import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { epochMs, jsonObject } from './fields.ts';

const description = z.object({
  help: z.string(),
  hints: jsonObject.meta({ description: "MCP's annotations." }),
  params_schema: jsonObject,
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is the sha256 of a description, as listed');

export const toolChange = z.object({
  tool: z.string(),
  sha256,
  accepted: description,
  now: description,
  accepted_at: epochMs,
  changed_at: epochMs,
});

export const toolPinsOperations = {
  listToolChanges: operation({
    ...plain,
    method: 'GET',
    path: '/v1/tools/changes',
    tag: 'tools',
    scope: 'watch',
    summary:
      'Tools that their server describes in another way than was accepted: each call of them asks.',
    command: 'tool-server changes',
    response: z.object({
      items: z.array(toolChange),
    }),
  }),
  acceptTool: operation({
    ...one,
    method: 'POST',
    path: '/v1/tools/changes/:id/accept',
    tag: 'tools',
    scope: 'full',
    summary: 'A person has looked at what changed of a tool: rules hold for it again.',
    command: 'tool-server accept',
    params: z.object({ id: z.string().min(1).max(300).meta({ description: 'target::tool' }) }),
    body: z.strictObject({
      sha256: sha256.meta({ description: 'Of the description that was looked at.' }),
    }),
    example: { sha256: 'a'.repeat(64) },
    response: z.object({ tool: z.string(), sha256, accepted_at: epochMs }),
    errors: ['not_found', 'invalid_transition'],
  }),
};
