import * as z from 'zod';

import { FACE_PATH, MAX_FACE_PATH_LENGTH } from '../model/face-path.ts';
import { SCOPES } from '../model/scope.ts';
import { one, operation, plain } from './define.ts';
import { epochMs, identifier } from './fields.ts';

export const scope = z.enum(SCOPES).meta({
  description: 'watch: look. answer: as in the extension’s popup. full: everything.',
});

export const faceLink = z.object({
  url: z.string().meta({ description: 'Signs whoever opens it first in, once.' }),
  code: z.string().nullable().meta({ description: 'Six digits, where they were asked for.' }),
  expires_at: epochMs,
});

const seenEventId = z.int().min(0).meta({
  description: 'The newest event of the trail that its person looked at; 0: none yet.',
});

export const faceSession = z.object({
  session_id: identifier,
  scope,
  host: z.string().meta({ description: 'The address it was signed in at.' }),
  user_agent: z.string().meta({ description: 'The browser, as it says of itself.' }),
  created_at: epochMs,
  last_used_at: epochMs,
  seen_event_id: seenEventId,
  current: z.boolean().meta({ description: 'It is the one that asks.' }),
});

export const faceOperations = {
  makeFaceLink: operation({
    ...plain,
    method: 'POST',
    path: '/v1/face/links',
    tag: 'face',
    scope: 'full',
    summary: 'Makes a link that signs a browser in to the web UI, once and within a minute.',
    body: z
      .strictObject({
        scope: scope.default('full'),
        path: z
          .string()
          .max(MAX_FACE_PATH_LENGTH)
          .regex(FACE_PATH, 'is a path of the web UI, as /approvals')
          .optional()
          .meta({ description: 'Where it leads to; without: the first screen.' }),
        digits: z.boolean().default(false).meta({
          description: 'Also six digits, to be typed in where the link cannot be opened.',
        }),
      })
      .prefault({}),
    example: { scope: 'answer', digits: true },
    response: faceLink,
    status: 201,
  }),
  listFaceSessions: operation({
    ...plain,
    method: 'GET',
    path: '/v1/face/sessions',
    tag: 'face',
    scope: 'watch',
    summary: 'Browsers that are signed in to the web UI, the last used first.',
    command: 'face sessions',
    response: z.object({ items: z.array(faceSession) }),
  }),
  endFaceSession: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/face/sessions/:id',
    tag: 'face',
    scope: 'full',
    summary: 'Signs a browser out of the web UI.',
    command: 'face end',
    response: z.object({ deleted: z.literal(true) }),
  }),
  endOtherFaceSessions: operation({
    ...plain,
    method: 'DELETE',
    path: '/v1/face/sessions',
    tag: 'face',
    scope: 'full',
    summary: 'Signs all browsers out of the web UI but the one that asks.',
    command: 'face end-all',
    response: z.object({ ended: z.int() }),
  }),
  markSeen: operation({
    ...plain,
    method: 'PUT',
    path: '/v1/face/marks',
    tag: 'face',
    scope: 'watch',
    fullFields: ['session_id'], // guard: face-mark-own
    summary: 'Marks how far the trail was looked at in a session of the web UI; never back.',
    command: 'face mark',
    body: z.strictObject({
      seen_event_id: seenEventId,
      session_id: identifier.optional().meta({ description: 'Without: the session that asks.' }),
    }),
    example: { seen_event_id: 104_210 },
    response: z.object({ seen_event_id: seenEventId }),
    errors: ['not_found'],
  }),
};
