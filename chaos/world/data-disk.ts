import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where the conductor under test keeps its data. */
export interface DataDisk {
  readonly dataDir: string;
  /** Beside the disk: what is said about a full one must have room. */
  readonly logFile: string;
  /** Whether it is a disk of its own, which can be filled without harm to others. */
  readonly canFill: boolean;
  /** Takes all the room there is; what comes back gives it free again. Does nothing where it may not. */
  fill(): () => void;
  /** Takes the disk away; its data goes with it unless it is no disk of its own. */
  release(): void;
}

const BLOCK = Buffer.alloc(64 * 1024);

/** A small disk in memory where this user may mount one, a plain folder elsewhere. */
export function openDataDisk(folder: string, sizeMb: number): DataDisk {
  const mountPoint = join(folder, 'disk');
  mkdirSync(mountPoint, { recursive: true });
  const canFill = mount(mountPoint, sizeMb);
  const ballast = join(mountPoint, 'ballast');
  let fills = 0;
  return {
    dataDir: join(mountPoint, 'data'),
    logFile: join(folder, 'conductor.log'),
    canFill,
    fill() {
      if (!canFill) return () => undefined;
      fills += 1;
      writeUntilFull(ballast);
      return () => {
        fills -= 1;
        if (fills === 0) rmSync(ballast, { force: true });
      };
    },
    release() {
      // Lazily: a process that was killed may still hold it for a moment.
      if (canFill) execFileSync('umount', ['--lazy', mountPoint]);
    },
  };
}

/** Megabytes for all that a run writes, and not many more: filling it shall be quick. */
export function roomFor(cycles: number): number {
  return 48 + Math.ceil(cycles / 20);
}

function mount(at: string, sizeMb: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', at], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    // Only a machine's administrator may.
    return false;
  }
}

function writeUntilFull(file: string): void {
  const out = openSync(file, 'a');
  try {
    for (let size = BLOCK.length; size >= 1; size = Math.floor(size / 2)) {
      try {
        while (writeSync(out, BLOCK, 0, size) === size);
      } catch (cause) {
        if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC')) throw cause;
      }
    }
  } finally {
    closeSync(out);
  }
}
