import { integer, text } from 'drizzle-orm/sqlite-core';

// Columns that many tables have. Times are epoch milliseconds.

export const version = integer('version').notNull().default(1);

// oxlint-disable-next-line typescript/explicit-module-boundary-types -- drizzle works the type out
export const strings = (name: string) =>
  text(name, { mode: 'json' }).$type<readonly string[]>().notNull().default([]);
