import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, wholeNumber, withContext } from '../command.ts';
import { inConversation, unwrap } from '../context.ts';
import { ago } from '../output.ts';
import { safeText } from '../terminal-text.ts';

export function searchCommand(): CommandUnknownOpts {
  return command('search', 'find words in titles and messages')
    .argument('<words...>')
    .option('--platform <name>', 'only of this site')
    .option('--conversation <id>', 'only in this one')
    .option('--limit <count>', 'how many', '20')
    .action((words, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const { platform, conversation } = options;
        const query = {
          q: words.join(' '),
          limit: wholeNumber('--limit', options.limit),
          ...(platform !== undefined && { platform }),
          ...(await inConversation(context, conversation)),
        };
        const page = unwrap(await api.call('search', { query }));
        out.document(page);
        if (page.items.length === 0) out.say('Nothing found.');
        for (const hit of page.items) {
          out.say(
            `${out.paint.bold(safeText(hit.title ?? 'Untitled', 'line'))} ${out.paint.dim(`${hit.local_conversation_id.slice(0, 10)} · ${hit.role} · ${ago(hit.observed_at)}`)}`,
          );
          const [before = '', fit = '', after = ''] = hit.excerpt.split(/[\u2068\u2069]/);
          out.say(
            `  ${safeText(before, 'block')}${out.paint.yellow(safeText(fit, 'line'))}${safeText(after, 'block')}`,
          );
        }
      }),
    );
}
