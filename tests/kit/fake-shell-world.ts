import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findOnPath } from '../../launcher/find-browser.ts';
import { installPackages, mayInstall } from '../../launcher/install-packages.ts';

/** Shells that read plain texts alike, how each is begun without files of a person, and the package that has it. */
export const SHELLS = {
  bash: { args: ['--norc', '--noprofile'], debianPackage: 'bash' },
  zsh: { args: ['-f'], debianPackage: 'zsh' },
  dash: { args: [], debianPackage: 'dash' },
  busybox: { args: ['sh'], debianPackage: 'busybox' },
  ksh: { args: [], debianPackage: 'ksh93u+m' },
  mksh: { args: [], debianPackage: 'mksh' },
} as const;

export type ShellName = keyof typeof SHELLS;

/** The shell, installed where it is missing and may be; null: it is missing, which CI does not bear. */
export async function ensureShell(name: ShellName): Promise<string | null> {
  const find = (): string | null => findOnPath([name], process.env['PATH'] ?? '');
  if (find() === null && mayInstall())
    await installPackages(SHELLS[name].debianPackage).catch(() => undefined);
  const found = find();
  if (found === null && process.env['CI'] === 'true') throw new Error(`There is no ${name} here.`);
  return found;
}

/** Programs that only say with which words they were begun. */
const FAKES = ['ls', 'cat', 'head', 'wc', 'grep', 'sort', 'du', 'uniq', 'cut', 'rm', 'x'];
/** No text that is run has it. */
const RECORD_ENDS = '\u001e';
const FAKE = `#!/bin/sh
printf '%s\\0' "\${0##*/}" "$@" '${RECORD_ENDS}' >> "$FAKE_LOG"
`;
/** Names that a pattern for names may become, some of them options. */
const FILES = ['a.txt', 'b.txt', 'sr1', 's2', 'x', 'a b', '-rf', '--output=z', 'tmp'];

const STATE = '{ set; alias; trap; umask; set -o; echo "job $!"; }';
/** Shells change these themselves with each command. */
const CHANGING =
  /^(?:_|PWD|OLDPWD|LINENO|S?RANDOM|SECONDS|EPOCH\w*|PIPESTATUS.*|pipestatus|BASH_\w*|BASHPID|PPID|TTYIDLE|KSH_\w*|HISTCMD|status|\.sh\..*|_AST_\w*|jobs\w*|'?[!#$*@?-]'?)=/;

/** Effects of a text. */
export interface Done {
  /** The programs that it began, each with its words. */
  readonly begun: readonly (readonly string[])[];
  /** Names and contents of files, and how the shell is set; the same where the text changed nothing. */
  readonly left: string;
}

/** A folder with fake programs, in which shells run texts. */
export interface FakeShellWorld {
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly run: (shell: ShellName, file: string, text: string) => Done;
  /** The programs that were begun since it was asked last. */
  readonly begun: () => Done['begun'];
  readonly close: () => void;
}

export function fakeShellWorld(): FakeShellWorld {
  const root = mkdtempSync(join(tmpdir(), 'fake-shell-'));
  const bin = join(root, 'bin');
  const folder = join(root, 'work');
  const [log, script, state] = [join(root, 'log'), join(root, 'script'), join(root, 'state')];
  for (const one of [bin, folder, join(folder, 'src')]) mkdirSync(one);
  writeFileSync(join(bin, 'fake'), FAKE);
  chmodSync(join(bin, 'fake'), 0o755);
  for (const name of FAKES) symlinkSync('fake', join(bin, name));
  for (const name of FILES) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'src/b.ts'), '');
  writeFileSync(log, '');
  const environment = { PATH: bin, HOME: join(root, 'home'), FAKE_LOG: log, TERM: 'dumb' };

  // Truncating it would lose what a program writes meanwhile.
  let read = 0;
  function begun(): Done['begun'] {
    const added = readFileSync(log).subarray(read);
    const end = added.lastIndexOf(`${RECORD_ENDS}\0`);
    if (end < 0) return [];
    const said = added.subarray(0, end + 2);
    read += said.length;
    return said
      .toString('utf8')
      .split(`${RECORD_ENDS}\0`)
      .filter((one) => one !== '')
      .map((one) => one.split('\0').slice(0, -1));
  }

  return {
    environment,
    folder,
    begun,
    run(shell, file, text) {
      writeFileSync(script, `${text}\n${STATE} > ${state}\n`);
      writeFileSync(state, '');
      spawnSync(file, [...SHELLS[shell].args, script], {
        cwd: folder,
        env: environment,
        input: '',
      });
      const set = readFileSync(state, 'latin1').split('\n');
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
      return {
        begun: begun(),
        left: [...files, ...set.filter((line) => !CHANGING.test(line))].join('\n'),
      };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
