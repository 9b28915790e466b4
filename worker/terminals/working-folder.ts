import { execFile } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder in which a process works, as the system says, links followed; null where that cannot be told, as on Windows. */
export async function workingFolder(pid: number): Promise<string | null> {
  try {
    return process.platform === 'linux' ? await readlink(`/proc/${pid}/cwd`) : await fromLsof(pid);
  } catch {
    return null;
  }
}

/** Source: lsof(8), "OUTPUT FOR OTHER PROGRAMS": a line that begins with `n` is a name. */
async function fromLsof(pid: number): Promise<string | null> {
  const { stdout } = await run('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']);
  return /^n(\/.*)$/m.exec(stdout)?.[1] ?? null;
}
