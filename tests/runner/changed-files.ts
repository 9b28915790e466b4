import { execFileSync } from 'node:child_process';

import { ROOT } from '../../launcher/root.ts';

export interface Changes {
  /** Commit from which changes are counted, as a person would name it. */
  readonly since: string;
  /** Paths from the root: added, changed or removed, committed or not. */
  readonly files: readonly string[];
}

/** Where branches start. */
const TRUNKS = ['origin/HEAD', 'origin/main', 'main'];

/** Returns the changes of this checkout since a commit; by default since it left the main branch. */
export function changesSince(ref: string | null, root = ROOT): Changes {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = (...args: string[]): string[] =>
    git(...args)
      .split('\0')
      .filter((line) => line !== '');
  const isCommit = (name: string): boolean => {
    try {
      git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
      return true;
    } catch {
      return false;
    }
  };

  if (ref !== null && !isCommit(ref)) {
    throw new Error(`--changed: is a commit, a branch or a tag (it was ${ref}).`);
  }
  const trunk = ref ?? TRUNKS.find(isCommit) ?? 'HEAD';
  const base = ref === null ? git('merge-base', 'HEAD', trunk).trim() : ref;
  const tracked = lines('diff', '-z', '--name-only', '--no-renames', base, '--');
  const added = lines('ls-files', '-z', '--others', '--exclude-standard');
  return {
    since: ref ?? `${base.slice(0, 9)} (where it left ${trunk})`,
    files: [...new Set([...tracked, ...added])].toSorted(),
  };
}

/** Every file of the checkout that git does not ignore. */
export function filesOf(root = ROOT): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 });
  return [...new Set(listed.split('\0'))].filter((file) => file !== '');
}
