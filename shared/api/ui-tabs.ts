import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { durationMs, identifier } from './fields.ts';

const shortText = z.string().max(1_000);

/** The view that a client shows in one of its tabs. Further fields are kept with it. */
const uiTab = z.looseObject({
  url: z.string().max(8_000),
  title: shortText.default(''),
  view_key: shortText.nullable().default(null),
  panel_key: shortText.nullable().default(null),
});

const seq = z.int().min(0).meta({ description: 'Rises with each snapshot of a tab.' });

export const uiTabsOperations = {
  putTabSnapshot: operation({
    ...plain,
    method: 'PUT',
    path: '/v1/tabs/:tab_id/snapshot',
    tag: 'agents',
    scope: 'answer',
    summary: 'A web client tells what it shows in a tab beside a conversation with an agent.',
    params: z.object({ tab_id: identifier }),
    body: z.strictObject({ session_id: identifier, client_id: identifier, seq, tab: uiTab }),
    example: {
      session_id: 'k2Jd81mQx07pLw3vTz5sa',
      client_id: 'window-1',
      seq: 4,
      tab: { url: 'https://example.org/', title: 'Example' },
    },
    response: z.object({
      accepted: z.boolean().meta({ description: 'False: a newer one is here already.' }),
      newest_seq: z.int(),
    }),
    errors: ['not_found'],
  }),
  listTabSnapshots: operation({
    ...one,
    method: 'GET',
    path: '/v1/agent-sessions/:id/tabs',
    tag: 'agents',
    scope: 'watch',
    summary: 'What web clients have told of their tabs in the last minute, the newest first.',
    command: 'agents tabs',
    response: z.object({
      items: z.array(
        z.object({
          tab_id: identifier,
          client_id: identifier,
          seq,
          age_ms: durationMs,
          tab: uiTab,
        }),
      ),
    }),
  }),
};
