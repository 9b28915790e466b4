import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { epochMs, errorCode, identifier, inConversation, pageOf, paging } from './fields.ts';

/** Longest that a link is good for, in seconds. */
const MAX_LINK_SEC = 3_600;

/** Before the id of an artifact: where its links lead. Whoever has one needs no other secret. */
export const LINKED_ARTIFACTS_PATH = '/linked-artifacts';

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
  linkArtifact: operation({
    ...one,
    method: 'POST',
    path: '/v1/artifacts/:id/link',
    tag: 'artifacts',
    scope: 'full',
    summary:
      'An address at which whoever knows it can read that one artifact, for a while; nobody can take it back.',
    body: z.strictObject({
      expires_in_sec: z
        .int()
        .min(1)
        .max(MAX_LINK_SEC)
        .optional()
        .meta({ description: '600 without it.' }),
      from: z.enum(['here', 'bucket']).optional().meta({
        description:
          '`here` (without it): this conductor, for programs of this machine. `bucket`: the bucket, for anyone.',
      }),
    }),
    example: { expires_in_sec: 600 },
    response: z.object({ url: z.string(), expires_at: epochMs }),
    errors: ['not_found', 'artifact_store_down'],
  }),
  getArtifactBucket: operation({
    ...plain,
    method: 'GET',
    path: '/v1/artifact-bucket',
    tag: 'artifacts',
    scope: 'watch',
    summary: 'The bucket that has copies of all contents, asked now whether it can be used.',
    response: z.object({
      place: z.string().nullable().meta({ description: 'Null: bucket.json names none.' }),
      kept: z.int(),
      kept_bytes: z.int(),
      waiting: z.int().meta({ description: 'Contents that it does not have yet.' }),
      error: z.object({ code: errorCode, text: z.string() }).nullable(),
    }),
  }),
};
