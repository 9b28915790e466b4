import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import prettyBytes from 'pretty-bytes';

import { command, withContext } from '../command.ts';
import { unwrap } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { Failure } from '../output.ts';
import { saveTo } from '../save-to.ts';

const FORMATS = ['jsonl', 'markdown'] as const;

export function backupCommand(): CommandUnknownOpts {
  return command('backup', 'copy all data while the conductor runs')
    .argument(
      '[folder]',
      'absolute path of a folder that does not exist yet; else a new one in `backups`',
    )
    .action((folder, options) =>
      withContext(options, async ({ api, out }) => {
        // The operation calls the folder of a copy `file`.
        const body = { file: folder ?? null };
        const made = unwrap(await api.call('createBackup', { body }));
        out.document(made);
        out.say(`Backed up to ${made.file} (${prettyBytes(made.bytes)}).`);
      }),
    );
}

export function exportCommand(): CommandUnknownOpts {
  return command('export', 'export conversations as JSON lines, or as Markdown')
    .argument('[conversation]', 'default: all')
    .addOption(new Option('--format <format>').choices(FORMATS).default('jsonl' as const))
    .option('-o, --output <file>', 'the file to write; - is standard output', '-')
    .action((given, options) =>
      withContext(options, async (context) => {
        const search = new URLSearchParams({ format: options.format });
        if (given !== undefined)
          search.set('conversation', await context.id('conversation', given));
        await saveTo(
          unwrap(await context.api.download(`/v1/export?${search.toString()}`)),
          options.output,
          context,
        );
      }),
    );
}

export function importCommand(): CommandUnknownOpts {
  return command('import', 'import an export (JSON lines)')
    .argument('<file>')
    .action((file, options) =>
      withContext(options, async ({ api, out }) => {
        const body = await openFile(file);
        const done = unwrap(
          await api.upload('/v1/import', body, (progress) => {
            const { imported, known, conversations } = progress as Progress;
            out.note(`${imported + known} of ${conversations} conversations …`);
          }),
        ) as Pick<Progress, 'imported' | 'known'>;
        out.document(done);
        out.say(`${done.imported} imported, ${done.known} were here already.`);
      }),
    );
}

interface Progress {
  readonly imported: number;
  readonly known: number;
  readonly conversations: number;
}

/** Read as it is sent: a file may be larger than any text in memory. */
async function openFile(path: string): Promise<ReadableStream> {
  const fail = (why: string): never => {
    throw new Failure({ code: 'invalid_request', text: `file: ${why}` }, EXIT.usage);
  };
  const handle = await open(path).catch((cause: unknown) =>
    fail(cause instanceof Error ? cause.message : String(cause)),
  );
  if ((await handle.stat()).isDirectory()) {
    await handle.close();
    fail('is a folder.');
  }
  return Readable.toWeb(handle.createReadStream());
}

export function retentionCommand(): CommandUnknownOpts {
  return command('retention', 'delete what the retention settings say, now')
    .option('--dry-run', 'only count')
    .action((options) =>
      withContext(options, async ({ api, out }) => {
        const body = { dry_run: options.dryRun === true };
        const done = unwrap(await api.call('forgetOld', { body }));
        out.document(done);
        const verb = done.dry_run ? 'Would forget' : 'Forgot';
        out.say(
          `${verb} ${done.events} events, ${done.messages} messages, ${done.jobs} deliveries, ${done.runs} runs, ${done.artifacts} artifacts${done.dry_run ? '' : ` (${prettyBytes(done.freed_bytes)})`}.`,
        );
      }),
    );
}

export function vacuumCommand(): CommandUnknownOpts {
  return command('vacuum', 'return unused space of the database to the disk').action((options) =>
    withContext(options, async ({ api, out }) => {
      const done = unwrap(await api.call('vacuum'));
      out.document(done);
      out.say(`From ${prettyBytes(done.bytes_before)} to ${prettyBytes(done.bytes_after)}.`);
    }),
  );
}
