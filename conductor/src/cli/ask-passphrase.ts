import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { textOrStdin, usage } from './command.ts';

/** Takes what is typed, and shows none of it. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * A passphrase: the first line of a file or, where none is named, of standard input. A terminal does not show it. It is
 * never an argument: every program of the machine can read those.
 */
export async function askPassphrase(file: string | undefined): Promise<string> {
  const whole =
    file === undefined
      ? process.stdin.isTTY === true
        ? await typed()
        : await textOrStdin('-')
      : await readFile(file, 'utf8').catch((cause: unknown) => {
          const why = cause instanceof Error ? cause.message : String(cause);
          throw usage(`--passphrase-file: ${why}`, '--passphrase-file');
        });
  const [line = ''] = whole.split(/\r?\n/);
  if (line === '') throw usage('The passphrase is empty.', '--passphrase-file');
  return line;
}

async function typed(): Promise<string> {
  process.stderr.write('Passphrase: ');
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
