import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

import { loadPackageOf, packagesDirOf, sourceDirOf } from './install-packages.ts';

export interface BundledPage {
  readonly script: string;
  readonly style: string;
}

/** Makes a page's script and style from its source and its packages, as an application's own build does. */
export async function bundlePage(page: string): Promise<BundledPage> {
  const source = sourceDirOf(page);
  const entry = readdirSync(source).find((file) => /^page\.jsx?$/.test(file));
  if (entry === undefined) throw new Error(`${source} has no page.js or page.jsx`);
  const { outputFiles } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    write: false,
    outdir: '/',
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    // Its own, not that of the tests around it.
    tsconfigRaw: {},
    conditions: ['svelte', 'browser', 'production', 'style'],
    mainFields: ['browser', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: { '.woff': 'empty', '.woff2': 'empty', '.ttf': 'empty', '.svg': 'dataurl' },
    logLevel: 'silent',
    plugins: [packagesOf(page), ...(await ownPlugins(page))],
  });
  const textOf = (ending: string): string =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: textOf('.js'), style: textOf('.css') };
}

/** The page's own packages, and never the project's, which stand nearer to its source. */
function packagesOf(page: string): Plugin {
  const source = sourceDirOf(page);
  return {
    name: 'packages',
    setup(building) {
      building.onResolve({ filter: /^[^./]/ }, ({ path, resolveDir, kind }) => {
        if (resolveDir !== source) return null;
        // A file for script elements, which its package does not name among its exports.
        const file = join(packagesDirOf(page), 'node_modules', path);
        if (path.endsWith('.js') && existsSync(file)) return { path: file };
        return building.resolve(path, { resolveDir: packagesDirOf(page), kind });
      });
    },
  };
}

/** Loads plugins for a framework's own files, where a page has such. */
async function ownPlugins(page: string): Promise<readonly Plugin[]> {
  if (!existsSync(join(packagesDirOf(page), 'node_modules', 'esbuild-svelte'))) return [];
  const { default: svelte } = (await loadPackageOf(page, 'esbuild-svelte')) as {
    default: (options: object) => Plugin;
  };
  return [svelte({ compilerOptions: { css: 'injected' } })];
}
