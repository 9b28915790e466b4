import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** As much ours as the sources are: what lies there is run, so it may not be a folder that others can write to. */
const CACHE = fileURLToPath(new URL('../../.cache/compile', import.meta.url));

/**
 * For all that is imported from here on: takes compiled modules, and TypeScript without its types, from an earlier
 * start, and spares what Node does for each file of a large package. Only quicker and smaller: what an older Node does
 * not know, and a folder that cannot be written to, is done without.
 */
export function loadSparingly(): void {
  module.enableCompileCache?.(CACHE);
  module.registerHooks?.({
    resolve(specifier, { parentURL }, next) {
      // Node reads a package's list of exports, with drizzle-orm 180 kB of JSON, anew for each of its files: a quarter
      // of the start, and 100 MB of garbage. Which file a relative import means needs no list.
      const isInside = parentURL?.includes('/node_modules/drizzle-orm/') === true;
      if (!isInside || !/^\.\.?\/.*\.js$/.test(specifier)) return next(specifier);
      const { href: url } = new URL(specifier, parentURL);
      return { url, format: 'module', shortCircuit: true };
    },
  });
}

/** Writes what this start had to compile itself, so that the next one need not, however this process ends. */
export function keepCompiled(): void {
  module.flushCompileCache?.();
}
