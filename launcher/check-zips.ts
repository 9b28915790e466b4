import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { extensionZips } from './extension-zips.ts';
import { ROOT } from './root.ts';

// `npm run zip:check`: builds once more, from nothing but the archive of the sources and in another folder, and compares
// byte by byte: what a reviewer of a store does.
const dir = mkdtempSync(join(tmpdir(), 'baton-sources-'));
try {
  const here = await extensionZips(ROOT);
  const sources = [...here].find(([name]) => name.endsWith('-sources.zip'))?.[1];
  if (sources === undefined) throw new Error('There is no archive of the sources.');
  for (const [name, data] of Object.entries(unzipSync(sources))) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), data);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  const there = await extensionZips(dir);
  for (const [name, data] of here) {
    const again = there.get(name);
    const isSame = again !== undefined && Buffer.compare(data, again) === 0;
    console.log(`${isSame ? 'same' : 'DIFFERENT'}  ${name}`);
    if (!isSame) process.exitCode = 1;
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
