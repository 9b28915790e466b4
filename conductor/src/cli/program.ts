import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import type { Operation } from '../../../shared/api/operation.ts';
import { operations as OPERATIONS } from '../../../shared/api/operations.ts';
import { VERSION } from '../version.ts';
import { commandGroups } from './command-groups.ts';
import { EXIT, EXIT_MEANINGS } from './exit-codes.ts';
import { safeText } from './terminal-text.ts';

/**
 * The commands of `baton`, as data too: help and completion come from here. A quiet one says nothing itself of a wrong
 * command line; it only throws.
 */
export function createProgram({
  quiet,
  operations = OPERATIONS,
}: {
  readonly quiet: boolean;
  /** Default: all there are. */
  readonly operations?: Readonly<Record<string, Operation>>;
}): CommandUnknownOpts {
  const program = new Command('baton')
    .description(
      'Turns the AI chats open in your browser into durable, programmable conversations.',
    )
    .version(VERSION)
    // Options belong to the command that they follow: a command and one within it may have the same.
    .enablePositionalOptions()
    .addHelpText('after', `\nExit codes:\n${exitCodes()}`);
  for (const [heading, commands] of Object.entries(commandGroups(program, operations)))
    for (const one of commands) program.addCommand(one.helpGroup(heading));
  return exiting(program, quiet);
}

/** Wrong usage is told by an exit code of our own list, in every command within another too. */
function exiting(one: CommandUnknownOpts, quiet: boolean): CommandUnknownOpts {
  one.exitOverride().showHelpAfterError('(see --help)');
  one.configureOutput({
    // It repeats the command line, into which a name that another chose may have been pasted.
    // guard: terminal-usage
    writeErr: (text) => void (quiet || process.stderr.write(safeText(text, 'block'))),
  });
  takeOutputFormat(one);
  for (const inner of one.commands) exiting(inner, quiet);
  return one;
}

/** As other command lines spell --json. Where `-o` names a file, it goes on doing so. */
function takeOutputFormat(one: CommandUnknownOpts): void {
  const has = (flag: string): boolean =>
    one.options.some(({ short, long }) => short === flag || long === flag);
  if (!has('--json') || has('-o')) return;
  const format = new Option('-o, --output <format>').choices(['json']).implies({ json: true });
  one.addOption(format.hideHelp());
}

function exitCodes(): string {
  return Object.entries(EXIT)
    .map(([name, code]) => `  ${code}  ${EXIT_MEANINGS[name as keyof typeof EXIT]}`)
    .join('\n');
}
