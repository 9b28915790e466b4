import * as z from 'zod';

import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import { boundedSchema } from './bounded-schema.ts';
import { paramsFaultText, type Tool } from './tool.ts';

/** Checks params without running the tool: what its JSON Schema does not say, only a call finds out. Null: they fit. */
export function checkParams(
  { id, paramsSchema }: Tool,
  params: JsonObject,
): (CodedError & { readonly field: string }) | null {
  const schema = schemaOf(paramsSchema);
  const checked = schema?.safeParse(params);
  if (checked === undefined || checked.success) return null; // guard: params-shape
  const path = checked.error.issues[0]?.path ?? [];
  return {
    code: 'invalid_params',
    text: paramsFaultText(id, paramsSchema, checked.error),
    field: ['params', ...path.map(String)].join('.'),
  };
}

/** Schemas read so far: to read one may take half a second. */
const read = new WeakMap<JsonObject, z.ZodType | null>();

/** Null where a server's schema is beyond what can be read here. */
function schemaOf(schema: JsonObject): z.ZodType | null {
  let found = read.get(schema);
  if (found === undefined) read.set(schema, (found = readSchema(schema)));
  return found;
}

function readSchema(schema: JsonObject): z.ZodType | null {
  try {
    return z.fromJSONSchema(boundedSchema(schema)); // guard: bounded-schema
  } catch {
    // The tool checks its params itself when it is called.
    return null;
  }
}
