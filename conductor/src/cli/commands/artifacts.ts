import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import prettyBytes from 'pretty-bytes';

import { command, duration, group, withContext } from '../command.ts';
import { inConversation, unwrap } from '../context.ts';
import { ago } from '../output.ts';
import { saveTo } from '../save-to.ts';

export function artifactsCommand(): CommandUnknownOpts {
  const parent = group('artifacts', 'long results and files');
  parent.addCommand(
    command('list', 'list artifacts, newest first')
      .option('--conversation <id>')
      .action((options) =>
        withContext(options, async (context) => {
          const { api, out } = context;
          const query = await inConversation(context, options.conversation);
          const page = unwrap(await api.call('listArtifacts', { query }));
          out.document(page);
          out.table(
            ['ID', 'SIZE', 'TYPE', 'MADE', 'NAME'],
            page.items.map((one) => [
              one.artifact_id,
              prettyBytes(one.size_bytes),
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
    command('get', 'write the content of an artifact')
      .argument('<artifact>')
      .option('-o, --output <file>', 'the file to write; - is standard output', '-')
      .action((given, options) =>
        withContext(options, async (context) => {
          const id = await context.id('artifact', given);
          const path = `/v1/artifacts/${encodeURIComponent(id)}/content`;
          await saveTo(unwrap(await context.api.download(path)), options.output, context);
        }),
      ),
  );
  parent.addCommand(
    command('delete', 'delete an artifact')
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
  parent.addCommand(
    command('link', 'make an address at which anyone who knows it can read an artifact for a while')
      .argument('<artifact>')
      .option('--for <duration>', 'how long, at most 1h', '10m')
      .option('--from-bucket', 'an address of the bucket, for others than programs of this machine')
      .action((given, options) =>
        withContext(options, async (context) => {
          const id = await context.id('artifact', given);
          const body = {
            expires_in_sec: Math.ceil(duration('--for', options.for) / 1_000),
            from: options.fromBucket === true ? 'bucket' : 'here',
          } as const;
          const link = unwrap(await context.api.call('linkArtifact', { params: { id }, body }));
          context.out.document(link);
          context.out.say(link.url);
        }),
      ),
  );
  parent.addCommand(
    command('bucket', 'show what the bucket has of the artifacts').action((options) =>
      withContext(options, async ({ api, out }) => {
        const bucket = unwrap(await api.call('getArtifactBucket'));
        out.document(bucket);
        if (bucket.place === null) out.say(bucket.error?.text ?? 'There is no bucket.');
        else {
          const { place, kept, kept_bytes: bytes, waiting, error } = bucket;
          out.say(`${place}: ${kept} kept (${prettyBytes(bytes)}), ${waiting} waiting`);
          if (error !== null) out.say(error.text);
        }
      }),
    ),
  );
  return parent;
}
