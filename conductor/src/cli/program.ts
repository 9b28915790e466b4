import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { VERSION } from '../version.ts';
import { completionCommand } from './commands/completion.ts';
import { conversationCommands } from './commands/conversations.ts';
import { doctorCommand } from './commands/doctor.ts';
import { messageCommands } from './commands/messages.ts';
import { serviceCommands } from './commands/service.ts';
import { thingCommands } from './commands/things.ts';
import { workCommands } from './commands/work.ts';
import { EXIT, EXIT_MEANINGS } from './exit-codes.ts';

/**
 * The commands of `baton`, as data too: help and completion come from here. A quiet one says nothing itself of a wrong
 * command line; it only throws.
 */
export function createProgram({ quiet }: { readonly quiet: boolean }): CommandUnknownOpts {
  const program = new Command('baton')
    .description(
      'Turns the AI chats open in your browser into durable, programmable conversations.',
    )
    .version(VERSION)
    .addHelpText('after', `\nExit codes:\n${exitCodes()}`);
  const commands = [
    ...serviceCommands(),
    doctorCommand(),
    ...conversationCommands(),
    ...messageCommands(),
    ...workCommands(),
    ...thingCommands(),
    completionCommand(() => program),
  ];
  for (const one of commands) program.addCommand(one);
  return exiting(program, quiet);
}

/** Wrong usage is told by an exit code of our own list, in every command within another too. */
function exiting(one: CommandUnknownOpts, quiet: boolean): CommandUnknownOpts {
  one.exitOverride().showHelpAfterError('(see --help)');
  if (quiet) one.configureOutput({ writeErr: () => undefined });
  for (const inner of one.commands) exiting(inner, quiet);
  return one;
}

function exitCodes(): string {
  return Object.entries(EXIT)
    .map(([name, code]) => `  ${code}  ${EXIT_MEANINGS[name as keyof typeof EXIT]}`)
    .join('\n');
}
