import { buildExtension } from './build-extension.ts';
import { BROWSER_NAMES } from './find-browser.ts';

// `npm run build`: the extension for both browsers, into .output/.
for (const name of BROWSER_NAMES) console.log(await buildExtension(name));
