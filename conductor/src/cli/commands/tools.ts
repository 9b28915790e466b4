import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, withContext } from '../command.ts';
import { inConversation, unwrap } from '../context.ts';
import { safeText } from '../terminal-text.ts';

export function teachCommand(): CommandUnknownOpts {
  return command('teach', 'the words that tell an assistant how to act: paste them into its chat')
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
  return command('tools', 'what actions may call, and how the tool servers stand')
    .argument('[conversation]', 'as its rules have it')
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
