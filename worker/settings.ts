import { isAbsolute } from 'node:path';
import { parseArgs } from 'node:util';

import * as z from 'zod';

import { RESOURCE_TYPES } from '../shared/model/resource-words.ts';
import { err, ok, type Result } from '../shared/lib/result.ts';

/** Settings that the starting program writes to standard input, as one line. Secrets stay out of the arguments. */
const told = z
  .strictObject({
    /** Address of a conductor on another machine: its certificate proves its identity. */
    url: z.url({ protocol: /^https$/, error: 'is an https address' }).optional(),
    /** Data folder of the conductor on this machine, which notes there where it listens. */
    conductorDir: z.string().refine(isAbsolute, 'is a whole path').optional(),
    /** The conductor on this machine started it for itself: it ends where that is stopped, and outlives it where that dies. */
    isOwn: z.boolean().default(false),
    /** Lets it in where it is not paired yet; once. */
    code: z.string().min(1).optional(),
    /** Resource types that it offers; none: all it can. */
    caps: z.array(z.enum(RESOURCE_TYPES)).default([...RESOURCE_TYPES]),
    /** Folders in which terminals and services may run; none: any. */
    roots: z.array(z.string().refine(isAbsolute, 'is a whole path')).default([]),
  })
  .refine(
    ({ url, conductorDir }) => (url === undefined) !== (conductorDir === undefined),
    'names url or conductorDir, one of them',
  );

export interface Settings extends z.output<typeof told> {
  readonly dataDir: string;
}

/** The arguments of the program; the error says which is wrong. */
export function readArguments(
  args: readonly string[],
): Result<{ readonly dataDir: string }, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: { 'data-dir': { type: 'string' } } });
    const dataDir = values['data-dir'];
    if (dataDir === undefined || !isAbsolute(dataDir)) {
      return err('--data-dir: is the whole path of the folder of this worker.');
    }
    return ok({ dataDir });
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : String(cause));
  }
}

export function readTold(line: string): Result<z.output<typeof told>, string> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return err('Standard input: is one line of JSON.');
  }
  const parsed = told.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return err(
    `Standard input: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is out of shape'}`,
  );
}
