import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, guarded } from '../command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A script for a shell that completes the commands and their options, made from the commands themselves. */
export function completionCommand(program: CommandUnknownOpts): CommandUnknownOpts {
  return command('completion', 'print a completion script: source <(baton completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell, options) =>
      guarded(options, async () => {
        process.stdout.write(completionScript(shell, program));
      }),
    );
}

function completionScript(shell: (typeof SHELLS)[number], program: CommandUnknownOpts): string {
  const commands = program.commands.map((one) => ({
    name: one.name(),
    description: one.description().replaceAll("'", ''),
    words: [
      ...new Set([
        ...one.commands.map((inner) => inner.name()),
        ...[one, ...one.commands].flatMap((each) =>
          each.options.flatMap((option) => option.long ?? []),
        ),
      ]),
    ],
  }));
  const names = commands.map((one) => one.name).join(' ');
  switch (shell) {
    case 'bash':
      return [
        '_baton() {',
        '  local current="${COMP_WORDS[COMP_CWORD]}" words word',
        '  case "${COMP_WORDS[1]}" in',
        ...commands.map((one) => `    ${one.name}) words="${one.words.join(' ')}" ;;`),
        `    *) words="${names}" ;;`,
        '  esac',
        `  [ "$COMP_CWORD" -eq 1 ] && words="${names}"`,
        '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
        '  if [ "$COMP_CWORD" -gt 1 ] && [ "${current#-}" = "$current" ]; then',
        // compgen would expand what others have named, and the line would run it: each word is quoted.
        "    while IFS=$'\\t' read -r word _; do",
        '      printf -v word %q "$word"', // guard: completion-quoted
        '      [[ $word == "$current"* ]] && COMPREPLY+=("$word")',
        '    done < <(baton complete -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)',
        '  fi',
        '}',
        'complete -F _baton baton',
        '',
      ].join('\n');
    case 'zsh':
      return [
        '#compdef baton',
        '_baton() {',
        '  local -a commands',
        `  commands=(${commands.map((one) => `'${one.name}:${one.description.replaceAll(':', '\\:')}'`).join(' ')})`,
        '  if (( CURRENT == 2 )); then _describe command commands; return; fi',
        '  case "$words[2]" in',
        ...commands.map((one) => `    ${one.name}) compadd -- ${one.words.join(' ')} ;;`),
        '  esac',
        '  compadd -- ${(f)"$(baton complete -- "${(@)words[2,CURRENT-1]}" 2>/dev/null | cut -f1)"}',
        '}',
        'compdef _baton baton',
        '',
      ].join('\n');
    case 'fish':
      return [
        'complete -c baton -f',
        "complete -c baton -n 'not __fish_use_subcommand' -a '(baton complete -- (commandline -opc)[2..] 2>/dev/null)'",
        ...commands.flatMap((one) => [
          `complete -c baton -n '__fish_use_subcommand' -a ${one.name} -d '${one.description}'`,
          ...one.words.map((word) =>
            word.startsWith('--')
              ? `complete -c baton -n '__fish_seen_subcommand_from ${one.name}' -l ${word.slice(2)}`
              : `complete -c baton -n '__fish_seen_subcommand_from ${one.name}' -a ${word}`,
          ),
        ]),
        '',
      ].join('\n');
  }
}
