/**
 * Tables a plan may change, by the row each holds. Every feature adds its own in its `rows.ts`; a row has a `version`,
 * which rises with every change.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

/** The name of a table of any feature. */
export type TableName = keyof Tables;
