import type { Nothing, QueryType } from '../../../../engine/query.ts';
import type { ToolPin } from './rows.ts';

export interface ToolPinsQueries {
  /** Null: the tool is one of Baton's own, or was never seen. */
  readonly toolPin: QueryType<{ readonly toolId: string }, ToolPin | null>;
  /** Tools whose server describes them in another way than was accepted, by name. */
  readonly changedTools: QueryType<Nothing, readonly ToolPin[]>;
  readonly toolPins: QueryType<{ readonly toolIds: readonly string[] }, readonly ToolPin[]>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends ToolPinsQueries {}
}
