import { bundlePrograms } from '../../launcher/bundle-programs.ts';

/** Vitest's name for what runs once, before test files that, side by side, would each start the programs. */
export async function setup(): Promise<void> {
  await bundlePrograms();
}
