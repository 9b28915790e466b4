import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensionZips } from './extension-zips.ts';
import { ROOT } from './root.ts';

// `npm run zip`: what goes to the stores, into .output/, with the hash by which two people can compare.
const folder = join(ROOT, '.output');
const zips = await extensionZips(ROOT);
mkdirSync(folder, { recursive: true });
for (const [name, data] of zips) {
  writeFileSync(join(folder, name), data);
  console.log(`${createHash('sha256').update(data).digest('hex')}  ${join(folder, name)}`);
}
