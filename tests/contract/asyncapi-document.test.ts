import { describe, expect, it } from 'vitest';

import { asyncApiDocument } from '../../shared/asyncapi-document.ts';
import { FROM_CONDUCTOR, FROM_EXTENSION } from '../../shared/protocol/index.ts';

const source = JSON.stringify(asyncApiDocument());
const document: unknown = JSON.parse(source);

describe('the AsyncAPI document', () => {
  it('describes every frame, and lets each side say its own only', () => {
    const refsOf = (schemas: object): { $ref: string }[] =>
      Object.keys(schemas).map((type) => ({ $ref: `#/channels/bridge/messages/${type}` }));
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
    const refs = [...source.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(refs.length).toBeGreaterThan(20);
    for (const path of refs) expect(document).toHaveProperty(path.split('/'));
  });
});
