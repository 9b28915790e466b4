import { readFile } from 'node:fs/promises';

import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { askPassphrase } from '../ask-passphrase.ts';
import { command, usage, withContext } from '../command.ts';
import { type CommandContext, unwrap } from '../context.ts';
import { safeText } from '../terminal-text.ts';
import { writeNew } from '../write-new.ts';

type What = 'runs' | 'teams';

/** Files of runs or of teams that open with a passphrase: `baton run export-sealed`, `baton team import-sealed`. */
export function sealedFileCommands(what: What): readonly CommandUnknownOpts[] {
  return [exportSealed(what), importSealed(what)];
}

const PASSPHRASE = [
  '--passphrase-file <file>',
  'its first line is the passphrase; without it standard input says it',
] as const;

function exportSealed(what: What): CommandUnknownOpts {
  return command('export-sealed', `write ${what} into a file that opens with a passphrase`)
    .argument('<file>', 'a name that is not taken')
    .option('--only <id...>', `these ${what} alone`)
    .option(...PASSPHRASE)
    .action((file, { only, passphraseFile, ...options }) =>
      withContext(options, async ({ api, out }) => {
        const passphrase = await askPassphrase(passphraseFile);
        const made = unwrap(
          what === 'runs'
            ? await api.call('exportSealedRuns', { body: { passphrase, runs: only } })
            : await api.call('exportSealedTeams', { body: { passphrase, teams: only } }),
        );
        await writeNew(file, [made.file]).catch(fails);
        const { items, left_out } = made;
        out.document({ file, items, left_out });
        out.say(`${items} ${what} written to ${file}.`);
        tellLeftOut(left_out, out);
      }),
    );
}

function importSealed(what: What): CommandUnknownOpts {
  return command('import-sealed', `take ${what} out of a file that opens with a passphrase`)
    .argument('<file>')
    .option(...PASSPHRASE)
    .action((file, { passphraseFile, ...options }) =>
      withContext(options, async ({ api, out }) => {
        const text = await readFile(file, 'utf8').catch(fails);
        const body = { passphrase: await askPassphrase(passphraseFile), file: text };
        const done = unwrap(
          await api.call(what === 'runs' ? 'importSealedRuns' : 'importSealedTeams', { body }),
        );
        out.document(done);
        out.say(`${done.taken.length} ${what} taken.`);
        tellLeftOut(done.left_out, out);
      }),
    );
}

function fails(cause: unknown): never {
  throw usage(`file: ${cause instanceof Error ? cause.message : String(cause)}`, 'file');
}

function tellLeftOut(
  leftOut: readonly { readonly what: string; readonly why: string }[],
  out: CommandContext['out'],
): void {
  for (const { what, why } of leftOut) out.say(safeText(`Left out: ${what}: ${why}`, 'line'));
}
