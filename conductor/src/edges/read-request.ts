import * as z from 'zod';

import { faultOf } from '../../../shared/api/fault-of.ts';
import type { ApiError, Input, Operation } from '../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';

/** Takes a request apart by its operation's schemas, over HTTP and inside the process; the first fault names its field, as `query.limit`. */
export function readRequest<O extends Operation>(
  operation: O,
  given: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): Result<Input<O>, ApiError> {
  const params = part('params', operation.params, given.params ?? {});
  if (!params.ok) return params;
  const query = part('query', z.strictObject(operation.query.shape), given.query ?? {});
  if (!query.ok) return query;
  const body = part('body', operation.body, given.body ?? undefined); // guard: body-shape
  if (!body.ok) return body;
  return ok({ params: params.value, query: query.value, body: body.value } as Input<O>);
}

function part(name: string, schema: z.ZodType, value: unknown): Result<unknown, ApiError> {
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(faultOf(name, parsed.error));
}
