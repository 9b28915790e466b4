import { CommanderError } from '@commander-js/extra-typings';

import { EXIT } from './exit-codes.ts';
import { Failure, tellFailure } from './output.ts';
import { createProgram } from './program.ts';

/** Runs one command line, given without the program's name. How it ended stands in `process.exitCode`. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  const end = words.indexOf('--');
  const given = words.slice(0, end === -1 ? words.length : end);
  const json = given.includes('--json') || /(^| )(-o|--output)[ =]?json( |$)/.test(given.join(' '));

  try {
    await createProgram({ quiet: json }).parseAsync(words, { from: 'user' });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    // Commander has said what is wrong, but for --json; help and version end well.
    process.exitCode = cause.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (json && cause.exitCode !== 0) {
      const said = cause.message.replace(/^error: /, '').replaceAll('\n', ' ');
      const text = cause.code === 'commander.help' ? 'A command is missing; see --help.' : said;
      tellFailure(new Failure({ code: 'invalid_request', text }, EXIT.usage), true);
    }
  }
}
