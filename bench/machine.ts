import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

import { median, rounded } from './median.ts';

/** Facts about the machine, without which a number means nothing. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Time of a write of one page behind what was written before, and its fsync. The median of 200. */
  readonly fsyncMs: number;
  /** Processes that wanted to run, over the last minute. */
  readonly loadBefore: number;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: rounded(totalmem() / 2 ** 30),
    system: systemName(),
    node: process.version,
    fsyncMs: rounded(fsyncCostMs()),
    loadBefore: rounded(load()),
  };
}

export function load(): number {
  return loadavg()[0] ?? 0;
}

function systemName(): string {
  try {
    const name = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
    if (name !== undefined) return `${name}, ${process.platform} ${release()}`;
  } catch {
    // Not every system says its name there; the kernel's does.
  }
  return `${process.platform} ${release()}`;
}

function fsyncCostMs(): number {
  const dir = mkdtempSync(join(tmpdir(), 'baton-bench-disk-'));
  const file = openSync(join(dir, 'file'), 'w');
  try {
    const page = Buffer.alloc(4_096, 1);
    return median(
      Array.from({ length: 200 }, () => {
        const startedAt = performance.now();
        writeSync(file, page);
        fsyncSync(file);
        return performance.now() - startedAt;
      }),
    );
  } finally {
    closeSync(file);
    rmSync(dir, { recursive: true, force: true });
  }
}
