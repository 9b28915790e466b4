import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { command, group, usage, withContext } from '../command.ts';
import { type Context, unwrap } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { ago, bytes, Failure } from '../output.ts';
import { safeText } from '../terminal-text.ts';

const FORMATS = ['jsonl', 'markdown'] as const;

/** Tools, artifacts, browsers, and the data as a whole. */
export function thingCommands(): CommandUnknownOpts[] {
  return [
    teach(),
    tools(),
    artifacts(),
    clients(),
    backup(),
    exportCommand(),
    importCommand(),
    retention(),
    vacuum(),
  ];
}

function teach() {
  return command('teach', 'the words that tell an assistant how to act: paste them into its chat')
    .argument('[conversation]', 'with the tools it may use there')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const query =
          given === undefined ? {} : { conversation: await context.id('conversation', given) };
        const briefing = unwrap(await api.call('getBriefing', { query }));
        out.document(briefing);
        out.say(safeText(briefing.text, 'block'));
      }),
    );
}

function tools() {
  return command('tools', 'what actions may call, and how the tool servers stand')
    .argument('[conversation]', 'as its rules have it')
    .option('--target <target>', 'only of this target')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const query = {
          ...(given !== undefined && { conversation: await context.id('conversation', given) }),
          ...(options.target !== undefined && { target: options.target }),
        };
        const { items, servers } = unwrap(await api.call('listTools', { query }));
        out.document({ items, servers });
        out.table(
          ['TOOL', 'RISK', 'MAY', 'WHAT IT DOES'],
          items.map((tool) => [tool.id, tool.risk, tool.decision, tool.help]),
          'No tools.',
        );
        for (const { server, state, error, tools: count } of servers) {
          const why = error === null ? '' : `: ${safeText(error, 'line')}`;
          out.say(
            out.paint.dim(`${server}: ${state}${count === null ? '' : `, ${count} tools`}${why}`),
          );
        }
      }),
    );
}

function artifacts() {
  const parent = group('artifacts', 'long results and files');
  parent.addCommand(
    command('list', 'the newest first')
      .option('--conversation <id>')
      .action((options) =>
        withContext(options, async (context) => {
          const { api, out } = context;
          const query =
            options.conversation === undefined
              ? {}
              : { conversation: await context.id('conversation', options.conversation) };
          const page = unwrap(await api.call('listArtifacts', { query }));
          out.document(page);
          out.table(
            ['ID', 'SIZE', 'TYPE', 'MADE', 'NAME'],
            page.items.map((one) => [
              one.artifact_id.slice(0, 10),
              bytes(one.size_bytes),
              one.media_type,
              ago(one.created_at),
              one.name,
            ]),
            'No artifacts.',
          );
        }),
      ),
    { isDefault: true },
  );
  parent.addCommand(
    command('get', 'the content of one')
      .argument('<artifact>')
      .option('-o, --output <file>', 'where to; - is standard output', '-')
      .action((given, options) =>
        withContext(options, async (context) => {
          const id = await context.id('artifact', given);
          const path = `/v1/artifacts/${encodeURIComponent(id)}/content`;
          await saveTo(unwrap(await context.api.download(path)), options.output, context);
        }),
      ),
  );
  parent.addCommand(
    command('delete', 'remove one')
      .argument('<artifact>')
      .action((given, options) =>
        withContext(options, async (context) => {
          const id = await context.id('artifact', given);
          context.out.document(
            unwrap(await context.api.call('deleteArtifact', { params: { id } })),
          );
          context.out.say('Removed.');
        }),
      ),
  );
  return parent;
}

/** A name that is taken is refused: nothing of the person's is written over. */
async function saveTo(response: Response, output: string, { out }: Context): Promise<void> {
  if (response.body === null) return;
  const body = Readable.fromWeb(response.body as ReadableStream);
  if (output === '-') {
    for await (const chunk of body) {
      if (!process.stdout.write(chunk as Uint8Array)) {
        await new Promise((resolve) => process.stdout.once('drain', resolve));
      }
    }
    return;
  }
  try {
    await pipeline(body, createWriteStream(output, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause) || cause.syscall !== 'open') {
      await rm(output, { force: true }); // Half of it would pass for the whole.
      throw cause;
    }
    const taken = 'code' in cause && cause.code === 'EEXIST';
    const why = taken ? `${output} is there already; choose a new name.` : `${cause.message}.`;
    throw usage(`--output: ${why}`, '--output');
  }
  out.document({ file: output });
  out.say(`Written to ${output}.`);
}

function clients() {
  const parent = group('clients', 'paired browsers');
  parent.addCommand(
    command('list', 'paired browsers').action((options) =>
      withContext(options, async ({ api, out }) => {
        const { items } = unwrap(await api.call('listClients'));
        out.document({ items });
        out.table(
          ['ID', 'BROWSER', 'CONNECTED', 'CHATS', 'SEEN'],
          items.map((one) => [
            one.client_id.slice(0, 10),
            `${one.browser.name} ${one.browser.version}`,
            one.connected ? 'yes' : 'no',
            String(one.conversations),
            ago(one.last_seen_at),
          ]),
          'No browser is paired. Pair one with: baton pair',
        );
      }),
    ),
    { isDefault: true },
  );
  parent.addCommand(
    command('revoke', 'unpair a browser')
      .argument('<client>')
      .action((given, options) =>
        withContext(options, async (context) => {
          const id = await context.id('client', given);
          context.out.document(unwrap(await context.api.call('revokeClient', { params: { id } })));
          context.out.say('Unpaired.');
        }),
      ),
  );
  return parent;
}

function backup() {
  return command('backup', 'copy everything while it goes on')
    .argument('[folder]', 'a new one, as an absolute path')
    .action((folder, options) =>
      withContext(options, async ({ api, out }) => {
        const body = { file: folder ?? null };
        const made = unwrap(await api.call('createBackup', { body }));
        out.document(made);
        out.say(`Backed up to ${made.file} (${bytes(made.bytes)}).`);
      }),
    );
}

function exportCommand() {
  return command('export', 'conversations as JSON lines, or to read as Markdown')
    .argument('[conversation]', 'else all')
    .addOption(new Option('--format <format>').choices(FORMATS).default('jsonl' as const))
    .option('-o, --output <file>', 'where to; - is standard output', '-')
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

function importCommand() {
  return command('import', 'take in an export (JSON lines)')
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

function retention() {
  return command('retention', 'forget what the retention settings say, now')
    .option('--dry-run', 'only count')
    .action((options) =>
      withContext(options, async ({ api, out }) => {
        const body = { dry_run: options.dryRun === true };
        const done = unwrap(await api.call('forgetOld', { body }));
        out.document(done);
        const verb = done.dry_run ? 'Would forget' : 'Forgot';
        out.say(
          `${verb} ${done.events} events, ${done.messages} messages, ${done.jobs} deliveries, ${done.artifacts} artifacts${done.dry_run ? '' : ` (${bytes(done.freed_bytes)})`}.`,
        );
      }),
    );
}

function vacuum() {
  return command('vacuum', 'give unused space of the database back').action((options) =>
    withContext(options, async ({ api, out }) => {
      const done = unwrap(await api.call('vacuum'));
      out.document(done);
      out.say(`From ${bytes(done.bytes_before)} to ${bytes(done.bytes_after)}.`);
    }),
  );
}
