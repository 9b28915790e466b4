import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, withContext } from '../command.ts';
import { inConversation, unwrap } from '../context.ts';
import { safeText } from '../terminal-text.ts';

export function briefingCommand(): CommandUnknownOpts {
  return command(
    'teach',
    'print the text that tells an assistant how to act; paste it into its chat',
  )
    .argument('[conversation]', 'with the tools it may use there')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const query = await inConversation(context, given);
        const briefing = unwrap(await api.call('getBriefing', { query }));
        out.document(briefing);
        out.say(safeText(briefing.text, 'block'));
      }),
    );
}

export function toolsCommand(): CommandUnknownOpts {
  return command('tools', 'list the tools that actions may call, and the state of their servers')
    .argument('[conversation]', 'by the rules of this conversation')
    .option('--target <target>', 'only of this target')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const query = {
          ...(await inConversation(context, given)),
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
