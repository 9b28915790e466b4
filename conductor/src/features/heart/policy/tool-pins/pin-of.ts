import { createHash } from 'node:crypto';

import type { JsonValue } from '../../../../baa/json-value.ts';
import type { ToolDescription } from './rows.ts';

/**
 * Returns the compared parts of a tool's description, and their digest. The order in which a server lists the names of
 * its schema changes nothing.
 */
export function pinOf(tool: ToolDescription): {
  readonly description: ToolDescription;
  readonly sha256: string;
} {
  const { help, hints, paramsSchema } = tool;
  const description = { help, hints, paramsSchema };
  const text = JSON.stringify(sorted({ ...description }));
  return { description, sha256: createHash('sha256').update(text).digest('hex') };
}

function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: JsonValue) => sorted(one));
  const entries = Object.entries(value).map(([name, one]) => [name, sorted(one)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
