import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFace } from './build-face.ts';
import { buildExtension } from './build-extension.ts';
import { DIST, makeBundle } from './bundle-programs.ts';
import { packExtension } from './extension-zips.ts';

// `npm run build`: all that runs, into dist/: the programs, and the extension as browsers load it.
const extension = join(DIST, 'extension');
rmSync(extension, { recursive: true, force: true });
cpSync(await buildExtension('chromium'), join(extension, 'chromium'), { recursive: true });
writeFileSync(join(extension, 'baton-firefox.xpi'), packExtension(await buildExtension('firefox')));
await buildFace();
await makeBundle();
console.log(DIST);
