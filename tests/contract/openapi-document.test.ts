import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { Operation } from '../../shared/api/operation.ts';
import { openapiDocument } from '../../shared/openapi-document.ts';
import { operations } from '../../shared/api/operations.ts';
import { streams } from '../../shared/api/streams.ts';
import { VERSION } from '../../conductor/src/version.ts';

const source = JSON.stringify(openapiDocument(VERSION, operations), null, 2);

describe('the OpenAPI document', () => {
  it('passes the linter', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
    });
    const problems = await lintFromString({ source, config });
    const told = problems.map(({ ruleId, message, location }) => {
      return `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`;
    });
    expect(told).toEqual([]);
  });

  it.each(Object.entries(operations) as [string, Operation][])(
    'shows a body of %s that it takes, where it takes one',
    (_id, { body, example }) => {
      expect(example === undefined).toBe(body instanceof z.ZodUndefined);
      expect(body.safeParse(example).success).toBe(true);
    },
  );

  it('describes every operation and stream once', () => {
    const ids = [...source.matchAll(/"operationId": "(\w+)"/g)].map(([, id = '']) => id);
    const all = [...Object.keys(operations), ...Object.keys(streams), 'getHealth', 'getReadiness'];
    expect(ids.toSorted()).toEqual(all.toSorted());
  });
});
