import * as z from 'zod';

import type { ApiError } from '../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';

const shape = z.tuple([z.number(), z.string().max(512)]);

/** The sort key of the last row of the previous page. */
export type Cursor = Readonly<z.output<typeof shape>>;

/** The cursor as text for a client, in base64url; null for the end of the list. */
export function writeCursor(cursor: Cursor | null): string | null {
  return cursor === null ? null : Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Request of a client for a page of a list, before it is checked. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Which rows of a list are wanted. */
export interface PageRequest {
  readonly limit: number;
  readonly after: Cursor | null;
  /** True: the rows that are newer than the cursor, nearest first. Otherwise those that are older. */
  readonly newer?: boolean;
}

/** Consecutive rows of a list, and where the next page begins. */
export interface Page<Row> {
  readonly items: readonly Row[];
  /** Null: this is the last page. */
  readonly next: Cursor | null;
}

/** Checks what a client asks of a list. A cursor that we did not write is the error `invalid_request`. */
export function readPageQuery({ limit, cursor }: PageQuery): Result<PageRequest, ApiError> {
  if (cursor === undefined) return ok({ limit, after: null });
  try {
    const after = shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return ok({ limit, after });
  } catch {
    const text = 'query.cursor: is the next_cursor of the page before, as it was given.';
    return err({ code: 'invalid_request', text, field: 'query.cursor' });
  }
}
