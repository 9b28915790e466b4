/**
 * What can be read of what is committed, at once and outside of steps: lists, single rows, counts. Changes nothing. Every
 * feature adds its own in its `sqlite.ts`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Reads {}
