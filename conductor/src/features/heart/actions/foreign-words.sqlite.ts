import type { AskedAction } from '../../../baa/stands-in.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { rowOf } from '../../../stores/sqlite/row-list.ts';
import { heardBy } from '../lineage/feature.ts';
import { type ForeignSource, foreignSourceOf } from '../conversations/feature.ts';
import { instructionById } from './tables.sqlite.ts';

/** Returns the words of others in which the action stands; null: none. */
export function foreignActionOf(
  db: Db,
  instructionId: string,
  names: AskedAction['names'],
): ForeignSource | null {
  const action = rowOf(db, instructionById, instructionId);
  if (action === null) return null;
  const { target, tool, paramsJson, conversationKey } = action;
  const params = JSON.parse(paramsJson) as JsonObject;
  const asked = { names: [{ target, tool }, ...names], params };
  // guard: quoted-in-bound-chats
  for (const key of heardBy(db, conversationKey)) {
    const found = foreignSourceOf(db, key, asked);
    if (found !== null) return found;
  }
  return null;
}
