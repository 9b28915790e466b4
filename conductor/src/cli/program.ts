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

/** The commands of `baton`, as data too: help, completion and docs/cli.md come from here. */
export function createProgram(): CommandUnknownOpts {
  const program = new Command('baton')
    .description(
      'Turns the AI chats open in your browser into durable, programmable conversations.',
    )
    .version(VERSION)
    .showHelpAfterError('(see --help)')
    .exitOverride()
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
  for (const one of commands) program.addCommand(exiting(one));
  return program;
}

/** Wrong usage is told by an exit code of our own list, in every command within another too. */
function exiting(one: CommandUnknownOpts): CommandUnknownOpts {
  one.exitOverride().showHelpAfterError('(see --help)');
  for (const inner of one.commands) exiting(inner);
  return one;
}

function exitCodes(): string {
  return Object.entries(EXIT)
    .map(([name, code]) => `  ${code}  ${EXIT_MEANINGS[name as keyof typeof EXIT]}`)
    .join('\n');
}
