import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { operations } from '../shared/api/operations.ts';
import { openapiDocument } from '../shared/openapi-document.ts';
import { VERSION } from '../conductor/src/version.ts';
import { asyncApiDocument } from '../shared/asyncapi-document.ts';
import { ROOT } from './root.ts';

// The two documents that other programs read. Both are made from what serves them; a test compares them.
const DOCUMENTS = {
  'asyncapi.json': asyncApiDocument(),
  'openapi.json': openapiDocument(VERSION, operations),
};

for (const [name, document] of Object.entries(DOCUMENTS)) {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await writeFile(join(ROOT, 'docs', 'protocol', name), text);
}
