import { type Nothing, query } from '../../../../engine/query.ts';
import type { ToolPin } from './rows.ts';

/** Null: the tool is one of Baton's own, or was never seen. */
export const toolPin = query<{ readonly toolId: string }, ToolPin | null>('toolPin');
/** Tools whose server describes them in another way than was accepted, by name. */
export const changedTools = query<Nothing, readonly ToolPin[]>('changedTools');

export const toolPins = query<{ readonly toolIds: readonly string[] }, readonly ToolPin[]>(
  'toolPins',
);
