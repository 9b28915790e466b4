import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { spaceId, version } from '../../../../stores/sqlite/columns.ts';
import type { ChangedDescription, ToolDescription } from './rows.ts';

export const toolPins = sqliteTable('tool_pins', {
  toolId: text('tool_id').primaryKey(),
  sha256: text('sha256').notNull(),
  description: text('description_json', { mode: 'json' }).$type<ToolDescription>().notNull(),
  acceptedAt: integer('accepted_at').notNull(),
  acceptedBy: text('accepted_by').notNull(),
  changed: text('changed_json', { mode: 'json' }).$type<ChangedDescription | null>(),
  spaceId,
  version,
});
