/**
 * The tables that a plan may change, with the type of their rows. Every feature adds its own in its `rows.ts`. A row
 * has a `version`, which rises by one with every change.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

/** The name of a table of any feature. */
export type TableName = keyof Tables;
