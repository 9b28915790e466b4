import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface PageFiles {
  readonly html: string;
  readonly script: string;
  readonly style: string;
}

/** Makes the page's files, in memory. */
export async function bundlePage(): Promise<PageFiles> {
  const pageFile = (name: string): string =>
    fileURLToPath(new URL(`page/${name}`, import.meta.url));
  const [html, style, bundle] = await Promise.all([
    readFile(pageFile('index.html'), 'utf8'),
    readFile(pageFile('page.css'), 'utf8'),
    build({
      entryPoints: [pageFile('chat-page.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2022',
    }),
  ]);
  return { html, style, script: bundle.outputFiles.map((file) => file.text).join('') };
}
