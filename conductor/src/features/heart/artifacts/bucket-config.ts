import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import { isSafeForKeys } from '../../ground/settings/feature.ts';

const config = z
  .strictObject({
    endpoint: z.url({ protocol: /^https?$/, error: 'is an http(s) address' }),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is the name of a bucket'),
    region: z.string().regex(/^[a-z0-9-]{1,40}$/, 'is a region, as eu-central-1'),
    /** Begins the name of every object. */
    prefix: z
      .string()
      .regex(/^[\w-][\w./-]{0,99}$/, 'is of letters, digits, "_", "-", "." and "/"')
      .default('baton'),
    access_key_id: z.string().regex(/^[\w/+=-]{1,128}$/, 'is the id of an access key'),
    secret_key_env: z.string().min(1).optional(),
    secret_key_file: z.string().min(1).optional(),
    session_token_env: z.string().min(1).optional(),
    /** Longest wait for an answer, beside the time that the bytes take. */
    timeout_ms: z.int().min(100).max(600_000).default(30_000),
  })
  .refine(
    (one) => (one.secret_key_env === undefined) !== (one.secret_key_file === undefined),
    'names either secret_key_env or secret_key_file',
  );

/** Content of bucket.json. */
export type BucketConfig = z.output<typeof config>;

/** Reads bucket.json; null: there is none. A fault says where and what fits, and quotes nothing of the file. */
export function readBucketConfig(file: string): Result<BucketConfig | null, string> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause)
      return cause.code === 'ENOENT'
        ? ok(null)
        : err(`${file}: cannot be read (${String(cause.code)}).`);
    return err(`${file}: is not JSON.`);
  }
  const parsed = config.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.map(String).join('.') ?? '';
    return err(`${file}: ${path === '' ? '' : `${path}: `}${issue?.message ?? 'is invalid'}.`);
  }
  const url = new URL(parsed.data.endpoint);
  // guard: bucket-plain-http
  if (!isSafeForKeys(url))
    return err(`${file}: endpoint: is https, or http on this machine: contents go there.`);
  if (url.username !== '' || url.password !== '' || url.search !== '')
    return err(`${file}: endpoint: is shown, so it has no name, password or query.`);
  return ok(parsed.data);
}
