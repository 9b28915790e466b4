import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Is the column's value one of these? One parameter however many they are, and so one statement; a JSON array of strings. */
export function inJson(column: SQLiteColumn, values: Placeholder): SQL {
  return sql`${column} in (select value from json_each(${values}))`;
}
