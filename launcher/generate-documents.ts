import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { operations } from '../shared/api/operations.ts';
import { openapiDocument } from '../shared/openapi-document.ts';
import { VERSION } from '../conductor/src/version.ts';
import { asyncApiDocument } from '../shared/asyncapi-document.ts';
import { apiLock } from './api-lock.ts';
import { faceErrorWords } from './face-error-words.ts';
import { faceRoutes } from './face-routes.ts';
import { withRooms } from './rooms-table.ts';
import { ROOT } from './root.ts';

// The two documents that other programs read, and the lines that show what of them changed.
const asyncapi = asyncApiDocument();
const openapi = openapiDocument(VERSION, operations);
await mkdir(join(ROOT, 'dist'), { recursive: true });
for (const [name, document] of Object.entries({ asyncapi, openapi }))
  await writeFile(join(ROOT, 'dist', `${name}.json`), `${JSON.stringify(document, null, 2)}\n`);
await writeFile(join(ROOT, 'shared', 'api.lock'), apiLock(openapi, asyncapi));

await writeFile(join(ROOT, 'face', 'api', 'routes.ts'), faceRoutes(operations));

for (const [locale, language] of [
  ['en', 'en'],
  ['zh_CN', 'zh-CN'],
] as const) {
  const file = join(ROOT, 'extension', 'public', '_locales', locale, 'messages.json');
  const messages = JSON.parse(await readFile(file, 'utf8')) as Parameters<typeof faceErrorWords>[0];
  await writeFile(join(ROOT, 'face', 'words', `errors.${language}.json`), faceErrorWords(messages));
}

const architecture = join(ROOT, 'ARCHITECTURE.md');
await writeFile(architecture, await withRooms(await readFile(architecture, 'utf8')));
