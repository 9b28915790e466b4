import { readdir, readFile } from 'node:fs/promises';

/**
 * All living processes that began in the session of a shell: those that it moved to the background, too. Only where the
 * system has /proc; elsewhere nothing but the shell itself is known.
 */
export async function sessionProcesses(shellPid: number): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [shellPid];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => isOfSession(pid, shellPid)));
  return pids.filter((_, at) => found[at]);
}

/** Source: proc_pid_stat(5): behind the name in brackets stand state, parent, group, session. */
async function isOfSession(pid: number, session: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state, , , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(of) === session && state !== 'Z';
  } catch {
    return false; // It ended while it was looked at.
  }
}
