import * as z from 'zod';

import type { event } from '../../../../../shared/api/service.ts';
import type { ShownEvent } from './queries.ts';

const object = z.record(z.string(), z.json());

/** The event as the API shows it. */
export function eventView(row: ShownEvent): z.output<typeof event> {
  return {
    event_id: row.eventId,
    type: row.type,
    subject_id: row.subjectId,
    local_conversation_id: row.localConversationId,
    actor: row.actor,
    at: row.at,
    detail: object.parse(JSON.parse(row.detailJson)),
  };
}
