import * as z from 'zod';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import { boundedSchema } from '../../heart/actions/feature.ts';

/** So much of a text stands in for an answer that does not fit. */
const MAX_HEAD = 2_000;

/** Returns a reader of answers by a JSON Schema, or the fault of a schema that cannot be used. */
export function answerReader(
  schema: JsonObject,
): Result<(text: string) => Result<JsonObject, string>, string> {
  try {
    const type = z.fromJSONSchema(boundedSchema(schema));
    return ok((text) => read(text, type));
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : String(cause));
  }
}

/** An answer that does not fit, as one that says so. */
export function unfitAnswer(text: string, fault: string): JsonObject {
  const summary = text.slice(0, MAX_HEAD);
  return {
    summary,
    evidence: [],
    schema_error: fault,
    ...(summary.length < text.length && { truncated: true }),
  };
}

function read(text: string, type: z.ZodType): Result<JsonObject, string> {
  const value = jsonIn(text);
  if (value === null) return err('it is no JSON object.');
  const fits = type.safeParse(value);
  if (fits.success) return ok(value);
  const [issue] = fits.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  return err(`${path === '' ? 'it' : path}: ${issue?.message ?? 'does not fit'}.`);
}

/** The object that a text is, or that stands in it: models put words or a fence around what they were asked for. */
function jsonIn(text: string): JsonObject | null {
  const begin = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (begin === -1 || end < begin) return null;
  try {
    const value: unknown = JSON.parse(text.slice(begin, end + 1));
    return z.record(z.string(), z.json()).parse(value);
  } catch {
    return null;
  }
}
