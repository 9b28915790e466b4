import * as z from 'zod';

import type { event } from '../../../../shared/api/service.ts';

const object = z.record(z.string(), z.json());

export function eventView(row: {
  readonly event_id: number;
  readonly type: string;
  readonly subject_id: string;
  readonly local_conversation_id: string | null;
  readonly actor: string;
  readonly at: number;
  readonly detail_json: string;
}): z.output<typeof event> {
  const { detail_json, event_id, type, subject_id, local_conversation_id, actor, at } = row;
  const detail = object.parse(JSON.parse(detail_json));
  return { event_id, type, subject_id, local_conversation_id, actor, at, detail };
}
