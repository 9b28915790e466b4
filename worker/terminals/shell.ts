import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * How a shell says where a command begins and ends: by marks that it draws with each prompt, or not at all. Each mark
 * has a key, which no program is told: what a program prints is no mark.
 */
export type ShellKind = 'marks' | 'unknown';

export interface ShellStart {
  readonly kind: ShellKind;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Has it drop what stands on its line, in one go; null: it is interrupted, and then asked whether it reads. */
  readonly takesBack: string | null;
  /** To be typed to run a command, with the line feed. */
  typed(command: string): string;
  /** The shell has read its files: nobody needs them any more. */
  started(): void;
}

const ESC = '\u001b';
const BEL = '\u0007';

const NOTHING_TO_REMOVE = (): void => undefined;

/** The person's shell where Baton knows how to mark its commands, else one that it knows. */
export function defaultShell(environment: Readonly<Record<string, string>>): string {
  if (process.platform === 'win32') return 'powershell.exe';
  const own = environment['SHELL'] ?? '';
  const known = ['bash', 'zsh'].includes(basename(own)) ? [own] : [];
  return [...known, '/bin/bash', '/usr/bin/bash'].find((file) => existsSync(file)) ?? '/bin/sh';
}

/**
 * How to start a shell so that it marks its commands (OSC 133).
 * Source: https://gitlab.freedesktop.org/Per_Bothner/specifications/-/blob/master/proposals/semantic-prompts.md
 *
 * @param key Stands at the end of each mark.
 */
export function startOfShell(file: string, key: string): ShellStart {
  const name = basename(file);
  switch (name) {
    case 'bash':
      return withFiles(file, { bashrc: bashrc(key) }, (dir) => ({
        args: ['--rcfile', join(dir, 'bashrc'), '-i'],
        env: {},
        takesBack: LINE_TAKEN_BACK,
        typed: typedAtOnce,
      }));
    case 'zsh':
      return withFiles(file, { '.zshenv': ZSHENV, '.zshrc': zshrc(key) }, (dir) => ({
        args: ['-i'],
        env: { ZDOTDIR: dir },
        takesBack: LINE_TAKEN_BACK,
        typed: typedAtOnce,
      }));
    case 'sh':
    case 'dash':
    case 'ash':
    case 'ksh':
    case 'ksh93':
    case 'mksh':
      return withFiles(file, { env: shrc(key, OWN_FILES[name] ?? null) }, (dir) => ({
        args: ['-i'],
        env: { ENV: join(dir, 'env') },
        takesBack: null,
        typed: typedWithBegin,
      }));
    default:
      return startOfProgram(file, []);
  }
}

/** How to start a program that a person sees. Of a shell that is begun with arguments nothing is known, as of any other. */
export function startOfTold(file: string, args: readonly string[], key: string): ShellStart {
  return args.length === 0 ? startOfShell(file, key) : startOfProgram(file, args);
}

/** How to start a program that is no shell: nothing is known of what it shows. */
export function startOfProgram(file: string, args: readonly string[]): ShellStart {
  return {
    kind: 'unknown',
    file,
    args,
    env: {},
    takesBack: null,
    typed: typedAtOnce,
    started: NOTHING_TO_REMOVE,
  };
}

function withFiles(
  file: string,
  contents: Readonly<Record<string, string>>,
  how: (dir: string) => Pick<ShellStart, 'args' | 'env' | 'takesBack' | 'typed'>,
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
 * they put into PROMPT_COMMAND goes on, between our two. Nothing with the key is exported, whatever they export.
 */
const bashrc = (key: string): string => String.raw`
[ -r ~/.bashrc ] && . ~/.bashrc
unset HISTFILE
set +H
case $- in *a*) __all=-a ;; *) __all=+a ;; esac
set +a
__mark_end() {
  local code=$?
  builtin printf '\e]133;D;%s;${key}\a' "$code"
  return "$code"
}
__mark_prompt() {
  [[ $PS1 == *'133;B'* ]] || PS1="$PS1"'\[\e]133;B;${key}\a\]'
  [[ $PS2 == *'133;P'* ]] || PS2="$PS2"'\[\e]133;P;${key}\a\]'
  export -n PS0 PS1 PS2
}
__take_back() { READLINE_LINE= READLINE_POINT=0; builtin printf '\e]133;K;0;${key}\a'; }
if ((BASH_VERSINFO[0] > 3)); then
  for __map in emacs vi-insert vi-command; do bind -m "$__map" -x '"\e[991~": __take_back'; done
  unset __map
fi
PS0='\e]133;C;${key}\a'"$PS0"
PROMPT_COMMAND="__mark_end
$PROMPT_COMMAND
__mark_prompt"
set "$__all"
unset __all
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
  builtin printf '\e]133;D;%s;${key}\a' "$code"
  return "$code"
}
__mark_begin() { builtin printf '\e]133;C;${key}\a'; }
__mark_prompt() {
  [[ $PS1 == *'133;B'* ]] || PS1="$PS1"$'%{\e]133;B;${key}\a%}'
  [[ $PS2 == *'133;P'* ]] || PS2="$PS2"$'%{\e]133;P;${key}\a%}'
  typeset -g +x PS1 PS2
}
__take_back() { BUFFER= ; builtin printf '\e]133;K;0;${key}\a'; zle reset-prompt; }
zle -N __take_back
for __map in emacs viins vicmd; do bindkey -M "$__map" '\e[991~' __take_back; done
unset __map
precmd_functions=(__mark_end $precmd_functions __mark_prompt)
preexec_functions+=(__mark_begin)
`;

/** Files that these shells read where no ENV is given to them. */
const OWN_FILES: Readonly<Record<string, string>> = {
  ksh: '.kshrc',
  ksh93: '.kshrc',
  mksh: '.mkshrc',
};

/**
 * For all that follow POSIX: the prompt is the mark, which the shell fills in each time. Lines are read as they are
 * typed, without completion, where it has a say. Some have no printf of their own but `print`: the words of a program
 * are seen by others.
 */
const shrc = (key: string, own: string | null): string => String.raw`
unset ENV
${own === null ? '' : `[ -r ~/${own} ] && . ~/${own}`}
set +a
unset PS1 PS2
set +o emacs 2>/dev/null
set +o vi 2>/dev/null
HISTFILE=/dev/null
if [ -n "$KSH_VERSION" ]; then __mark() { print -n "$1"; }; else __mark() { printf "$1"; }; fi
__mark_begin() { __mark '\033]133;C;${key}\007'; }
__take_back() { __mark "\033]133;K;$1;${key}\007"; }
PS1='${ESC}]133;D;$?;${key}${BEL}$ ${ESC}]133;B;${key}${BEL}'
PS2='${ESC}]133;P;${key}${BEL}'
`;

/**
 * A key that no keyboard has, behind what ends a key that was cut off. A shell with marks takes back its line, says that
 * it has read all that was typed before (`133;K`), and prompts anew. Bash 3 cannot.
 */
const LINE_TAKEN_BACK = '\x15\x15\x1b[991~';

/** Drops the line, whether the terminal or the shell itself edits it, and what was begun before. */
export const LINE_DROPPED = '\x05\x15\x03';

/** Typed at a prompt: has the shell say that it has read all that was typed before. */
export const askedWhetherRead = (question: number): string => `__take_back ${question}\n`;

// A tab would complete, and every line would be a command of its own, with a prompt behind it.
const typedAtOnce = (command: string): string =>
  /[\n\t]/.test(command) ? `eval $'${inQuotes(command)}'\r` : `${command}\r`;

function inQuotes(command: string): string {
  return command
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}

/** The shell says that a command begins once it has read the whole of it: nothing of it is echoed behind that. */
function typedWithBegin(command: string): string {
  if (!/[\n\t]/.test(command)) return `__mark_begin; ${command}\n`;
  const quoted = command
    .replaceAll("'", String.raw`'\''`)
    .replaceAll('\t', String.raw`'"$(printf '\t')"'`);
  return `__mark_begin; eval '${quoted}'\n`;
}
