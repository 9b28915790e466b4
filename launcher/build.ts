import { buildExtension } from './build-extension.ts';
import { bundlePrograms, DIST } from './bundle-programs.ts';
import { BROWSER_NAMES } from './find-browser.ts';

// `npm run build`: the extension for both browsers, into .output/, and the conductor and its company, into dist/.
for (const name of BROWSER_NAMES) console.log(await buildExtension(name));
await bundlePrograms();
console.log(DIST);
