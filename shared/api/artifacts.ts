import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { epochMs, identifier, inConversation, pageOf, paging } from './fields.ts';

export const artifact = z.object({
  artifact_id: identifier,
  local_conversation_id: identifier,
  instruction_id: z.string().nullable(),
  name: z.string(),
  media_type: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  created_at: epochMs,
});

export const artifactsOperations = {
  listArtifacts: operation({
    ...plain,
    method: 'GET',
    path: '/v1/artifacts',
    tag: 'artifacts',
    scope: 'watch',
    summary: 'Artifacts, the newest first. Content: GET /v1/artifacts/:id/content.',
    query: paging.extend({
      ...inConversation.shape,
      type: z
        .string()
        .max(100)
        .regex(/^[\w.+-]+\/([\w.+-]+|\*)$/, 'is a media type, as text/plain or image/*')
        .optional()
        .meta({ description: 'Their media type; `image/*` fits all that begin so.' }),
    }),
    response: pageOf(artifact),
    errors: ['not_found'],
  }),
  getArtifact: operation({
    ...one,
    method: 'GET',
    path: '/v1/artifacts/:id',
    tag: 'artifacts',
    scope: 'watch',
    summary: 'The metadata of an artifact.',
    response: artifact,
  }),
  deleteArtifact: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/artifacts/:id',
    tag: 'artifacts',
    scope: 'full',
    summary: 'Deletes an artifact.',
    response: z.object({ deleted: z.literal(true) }),
  }),
};
