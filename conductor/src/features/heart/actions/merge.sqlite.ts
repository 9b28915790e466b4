import { sql } from 'drizzle-orm';

import type { Merging } from '../../../stores/sqlite/sqlite-implementation.ts';

/** A reply that both conversations have is kept once: the actions of the other copy follow it, after its own. */
export const followKeptReplies: Merging = (db, { from, into }) => {
  db.run(sql`
    update instructions set
      anchor_id = twin.into_id,
      position = position + 1 + (select coalesce(max(position), -1) from instructions as kept where kept.anchor_id = twin.into_id)
    from (select f.anchor_id as from_id, i.anchor_id as into_id from message_anchors f
      join message_anchors i on i.assistant_message_id = f.assistant_message_id and i.conversation_key = ${into}
      where f.conversation_key = ${from}) as twin
    where instructions.anchor_id = twin.from_id`);
};
