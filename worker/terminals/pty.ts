import type * as NodePty from '@lydell/node-pty';

export type PtyModule = typeof NodePty;
export type Pty = NodePty.IPty;

/** The package that opens terminals, which not every platform has a build of; null where there is none. */
export async function loadPty(): Promise<PtyModule | null> {
  try {
    return await import('@lydell/node-pty');
  } catch {
    return null;
  }
}
