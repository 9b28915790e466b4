import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { writeDurably } from './write-durably.ts';

/**
 * Writes a page that leads on to a sign-in link, and returns its address. Browsers are started with an address on their
 * command line, which every user of the machine can read; the page only its owner can.
 */
export function writeOpeningPage(dataDir: string, link: string): string {
  const file = join(dataDir, 'open-web-ui.html');
  const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  writeDurably(
    file,
    `<!doctype html>
<meta charset="utf-8" />
<meta name="referrer" content="no-referrer" />
<meta http-equiv="refresh" content="0; url=${address}" />
<title>Baton</title>
<p><a href="${address}">Open Baton</a></p>
`,
  );
  return pathToFileURL(file).href;
}
