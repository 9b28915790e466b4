import { bundlePageScripts, bundlePrograms } from '../../launcher/bundle-programs.ts';

/**
 * Vitest's name for what runs once, before test files that, side by side, would each start the programs. A run of one
 * small test is quicker without: the programs then run from their sources.
 */
export async function setup(): Promise<void> {
  await (process.env['BATON_UNBUNDLED'] === undefined ? bundlePrograms() : bundlePageScripts());
}
