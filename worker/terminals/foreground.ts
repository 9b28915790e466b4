import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The group of processes that a terminal's input goes to; the shell's own number where the shell waits at its prompt.
 * Null where that cannot be told, as on Windows.
 */
export async function foregroundGroup(shellPid: number): Promise<number | null> {
  try {
    const told = process.platform === 'linux' ? await fromProc(shellPid) : await fromPs(shellPid);
    const group = Number(told);
    return Number.isSafeInteger(group) && group > 1 ? group : null;
  } catch {
    return null;
  }
}

/** Source: proc_pid_stat(5): `tpgid` is the sixth field behind the name, which stands in brackets. */
async function fromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[5];
}

async function fromPs(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'tpgid=', '-p', String(pid)]);
  return stdout.trim();
}
