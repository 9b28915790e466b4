import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { VERSION } from '../../conductor/src/version.ts';
import { apiLock } from '../../launcher/api-lock.ts';
import { operations } from '../../shared/api/operations.ts';
import { asyncApiDocument } from '../../shared/asyncapi-document.ts';
import { openapiDocument } from '../../shared/openapi-document.ts';

it('shared/api.lock is what `npm run generate` writes: the contract changes only where that is meant', async () => {
  const committed = await readFile(new URL('../../shared/api.lock', import.meta.url), 'utf8');
  expect(committed).toBe(apiLock(openapiDocument(VERSION, operations), asyncApiDocument()));
});

it('the line of an operation changes with anything that its document says, and no other line does', () => {
  const asyncapi = asyncApiDocument();
  const openapi = openapiDocument(VERSION, operations);
  const changed = JSON.parse(JSON.stringify(openapi)) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const [method] = Object.values(changed.paths['/v1/status'] ?? {});
  if (method === undefined) throw new Error('no status');
  method.summary += ' And more.';
  const before = apiLock(openapi, asyncapi).split('\n');
  const after = apiLock(changed, asyncapi).split('\n');
  expect(after.filter((line) => !before.includes(line))).toEqual([
    expect.stringMatching(/^getStatus GET \/v1\/status \S{16}$/),
  ]);
});
