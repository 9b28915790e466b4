import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { asyncApiDocument } from '../../shared/asyncapi-document.ts';
import { FROM_CONDUCTOR, FROM_EXTENSION } from '../../shared/protocol/index.ts';

const committed = await readFile(
  new URL('../../docs/protocol/asyncapi.json', import.meta.url),
  'utf8',
);

describe('docs/protocol/asyncapi.json', () => {
  it('is what `npm run generate` writes', () => {
    expect(committed).toBe(`${JSON.stringify(asyncApiDocument(), null, 2)}\n`);
  });

  it('describes every frame, and lets each side say its own only', () => {
    const refsOf = (schemas: object): { $ref: string }[] =>
      Object.keys(schemas).map((type) => ({ $ref: `#/channels/bridge/messages/${type}` }));
    const document: unknown = JSON.parse(committed);
    expect(document).toMatchObject({
      asyncapi: '3.0.0',
      operations: {
        receive: { action: 'receive', messages: refsOf(FROM_EXTENSION) },
        send: { action: 'send', messages: refsOf(FROM_CONDUCTOR) },
      },
    });
    for (const type of Object.keys({ ...FROM_EXTENSION, ...FROM_CONDUCTOR })) {
      expect(document).toHaveProperty(['components', 'messages', type, 'summary']);
      expect(document).toHaveProperty(
        ['components', 'messages', type, 'payload', 'properties', 'type', 'const'],
        type,
      );
    }
  });

  it('refers to nothing that is not there', () => {
    const refs = [...committed.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(refs.length).toBeGreaterThan(20);
    for (const path of refs) expect(JSON.parse(committed)).toHaveProperty(path.split('/'));
  });
});
