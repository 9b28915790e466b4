import { integer, text } from 'drizzle-orm/sqlite-core';

// Columns that many tables have. Times are epoch milliseconds.

/** Whose the row is. In SQLite all is of one space (docs/decisions.md). */
export const spaceId = text('space_id').notNull().default('local');

/** Rises by one with every change of the row. */
export const version = integer('version').notNull().default(1);

/** A list of strings, as JSON. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- drizzle works the type out
export const strings = (name: string) =>
  text(name, { mode: 'json' }).$type<readonly string[]>().notNull().default([]);
