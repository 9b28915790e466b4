import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface PageFiles {
  readonly html: string;
  readonly script: string;
  readonly style: string;
}

/** Makes the page's files, in memory. `entry` is the script that a site's pages run. */
export async function bundlePage(entry: URL): Promise<PageFiles> {
  const shared = (name: string): URL => new URL(`page/${name}`, import.meta.url);
  const [html, style, bundle] = await Promise.all([
    readFile(shared('index.html'), 'utf8'),
    readFile(shared('page.css'), 'utf8'),
    build({
      entryPoints: [fileURLToPath(entry)],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2022',
    }),
  ]);
  return { html, style, script: bundle.outputFiles.map((file) => file.text).join('') };
}
