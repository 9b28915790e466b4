import type { ApiError } from '../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';

/** The object that the path of a request names, or the error `not_found`. */
export function found<View>(view: View | null, what: string, id: string): Result<View, ApiError> {
  return view === null ? err(unknown(what, id, 'params.id')) : ok(view);
}

/** The error that no object of that kind has the id. */
export function unknown(what: string, id: string, field: string): ApiError {
  return { code: 'not_found', text: `There is no ${what} ${id}.`, field };
}

/** The error `not_found`. */
export function notFound(text: string, field?: string): Result<never, ApiError> {
  return err({ code: 'not_found', text, ...(field !== undefined && { field }) });
}
