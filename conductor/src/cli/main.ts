import { EXIT } from './exit-codes.ts';
import { runCommandLine } from './run-command-line.ts';

// The reader closed our standard output (EPIPE), as `head` does: exit quietly.
process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
  if (cause.code === 'EPIPE') process.exit(EXIT.ok);
  throw cause;
});

await runCommandLine(process.argv.slice(2));
