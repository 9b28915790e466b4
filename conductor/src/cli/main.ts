import { CommanderError } from '@commander-js/extra-typings';

import { EXIT } from './exit-codes.ts';
import { createProgram } from './program.ts';

// Whoever read us has heard enough.
process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
  if (cause.code === 'EPIPE') process.exit(EXIT.ok);
  throw cause;
});

try {
  await createProgram().parseAsync(process.argv);
} catch (cause) {
  if (!(cause instanceof CommanderError)) throw cause;
  // Commander has said what is wrong; help and version end well.
  process.exitCode = cause.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
