import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * How a shell says where a command begins and ends. With marks it does so at each prompt; without, a line typed after
 * the command says it; of others nothing is known.
 */
export type ShellKind = 'marks' | 'posix' | 'unknown';

export interface ShellStart {
  readonly kind: ShellKind;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The shell has read its files: nobody needs them any more. */
  started(): void;
}

const NOTHING_TO_REMOVE = (): void => undefined;

/** The person's shell where Baton knows how to mark its commands, else one that it knows. */
export function defaultShell(environment: Readonly<Record<string, string>>): string {
  if (process.platform === 'win32') return 'powershell.exe';
  const own = environment['SHELL'] ?? '';
  const known = ['bash', 'zsh'].includes(basename(own)) ? [own] : [];
  return [...known, '/bin/bash', '/usr/bin/bash'].find((file) => existsSync(file)) ?? '/bin/sh';
}

/**
 * How to start a shell so that it marks its commands (OSC 133, and OSC 7 for the folder).
 * Source: https://gitlab.freedesktop.org/Per_Bothner/specifications/-/blob/master/proposals/semantic-prompts.md
 *
 * @param key Stands in the mark that ends a command: what a program prints cannot pass for its exit code.
 */
export function startOfShell(file: string, key: string): ShellStart {
  switch (basename(file)) {
    case 'bash':
      return withFiles(file, { bashrc: bashrc(key) }, (dir) => ({
        args: ['--rcfile', join(dir, 'bashrc'), '-i'],
        env: {},
      }));
    case 'zsh':
      return withFiles(file, { '.zshenv': ZSHENV, '.zshrc': zshrc(key) }, (dir) => ({
        args: ['-i'],
        env: { ZDOTDIR: dir },
      }));
    case 'sh':
    case 'dash':
    case 'ash':
    case 'ksh':
      // A prompt would stand behind the output of each command.
      return {
        kind: 'posix',
        file,
        args: ['-i'],
        env: { PS1: '', PS2: '' },
        started: NOTHING_TO_REMOVE,
      };
    default:
      return { kind: 'unknown', file, args: [], env: {}, started: NOTHING_TO_REMOVE };
  }
}

/**
 * How to start a shell that a person sees and that is told texts: each prompt says that it is there, and where. Of a program
 * that is called otherwise, or is begun with arguments, nothing is known.
 */
export function startOfToldShell(file: string, args: readonly string[], key: string): ShellStart {
  if (args.length > 0) return startOfProgram(file, args);
  switch (basename(file)) {
    case 'bash':
    case 'zsh':
      return startOfShell(file, key);
    case 'sh':
    case 'dash':
    case 'ash':
    case 'ksh': {
      const said = `\u001b]133;R;0;${key}\u0007\u001b]7;file://$PWD\u0007`;
      return { ...startOfProgram(file, ['-i']), env: { PS1: `${said}$ ` } };
    }
    default:
      return startOfProgram(file, args);
  }
}

/** How to start a program that is no shell: nothing is known of what it shows. */
export function startOfProgram(file: string, args: readonly string[]): ShellStart {
  return { kind: 'unknown', file, args, env: {}, started: NOTHING_TO_REMOVE };
}

function withFiles(
  file: string,
  contents: Readonly<Record<string, string>>,
  how: (dir: string) => Pick<ShellStart, 'args' | 'env'>,
): ShellStart {
  const dir = mkdtempSync(join(tmpdir(), 'terminal-'));
  for (const [name, text] of Object.entries(contents)) {
    writeFileSync(join(dir, name), text, { mode: 0o600 });
  }
  const started = (): void => rmSync(dir, { recursive: true, force: true });
  return { kind: 'marks', file, ...how(dir), started };
}

/**
 * The person's own file first. Then: commands stay out of their history, `!` is no history, and each prompt tells. What
 * they put into PROMPT_COMMAND goes on, between our two.
 */
const bashrc = (key: string): string => String.raw`
[ -r ~/.bashrc ] && . ~/.bashrc
unset HISTFILE
set +H
__mark_end() {
  local code=$?
  builtin printf '\e]133;D;%s;${key}\a\e]7;file://%s\a' "$code" "$PWD"
  return "$code"
}
__mark_prompt() {
  [[ $PS1 == *'133;B'* ]] || PS1="$PS1"'\[\e]133;B\a\]'
  [[ $PS2 == *'133;P'* ]] || PS2="$PS2"'\[\e]133;P;k=s\a\]'
}
__take_back() { READLINE_LINE= READLINE_POINT=0; builtin printf '\e]133;K\a'; }
if ((BASH_VERSINFO[0] > 3)); then
  for __map in emacs vi-insert vi-command; do bind -m "$__map" -x '"\e[991~": __take_back'; done
  unset __map
fi
PS0='\e]133;C\a'"$PS0"
PROMPT_COMMAND="__mark_end
$PROMPT_COMMAND
__mark_prompt"
`;

const ZSHENV = '[[ -r ~/.zshenv ]] && . ~/.zshenv\n';

/** As of bash. \`prompt_sp\` would put a sign behind output that ends in no line feed. */
const zshrc = (key: string): string => String.raw`
unset ZDOTDIR
[[ -r ~/.zshrc ]] && . ~/.zshrc
unset HISTFILE
unsetopt bang_hist prompt_sp
__mark_end() {
  local code=$?
  builtin printf '\e]133;D;%s;${key}\a\e]7;file://%s\a' "$code" "$PWD"
  return "$code"
}
__mark_begin() { builtin printf '\e]133;C\a'; }
__mark_prompt() {
  [[ $PS1 == *'133;B'* ]] || PS1="$PS1"$'%{\e]133;B\a%}'
  [[ $PS2 == *'133;P'* ]] || PS2="$PS2"$'%{\e]133;P;k=s\a%}'
}
__take_back() { BUFFER= ; builtin printf '\e]133;K\a'; zle reset-prompt; }
zle -N __take_back
for __map in emacs viins vicmd; do bindkey -M "$__map" '\e[991~' __take_back; done
unset __map
precmd_functions=(__mark_end $precmd_functions __mark_prompt)
preexec_functions+=(__mark_begin)
`;

/**
 * A key that no keyboard has, behind what ends a key that was cut off. A shell with marks takes back its line, says that
 * it has read all that was typed before (`133;K`), and prompts anew. Bash 3 cannot.
 */
export const LINE_TAKEN_BACK = '\x15\x15\x1b[991~';

/** Typed into a shell without marks, has it say that it waits. */
export const ASKED_MARK = "printf '\\033]133;B\\007'\n";

/** What is typed to run a command, with the line feed. */
export function typedCommand(kind: ShellKind, command: string, key: string): string {
  if (kind === 'posix') {
    // Echoed, neither is a mark: only what printf makes of them is.
    return `printf '\\033]133;C\\007'; ${command}\nprintf '\\033]133;D;%d;${key}\\007' $?\n`;
  }
  // A tab would complete, and every line would be a command of its own, with a prompt behind it.
  return isOneLine(command) ? `${command}\r` : `eval $'${inQuotes(command)}'\r`;
}

const isOneLine = (command: string): boolean => !/[\n\t]/.test(command);

function inQuotes(command: string): string {
  return command
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}
