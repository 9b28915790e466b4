import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { instructionStatus } from '../../../../shared/api/fields.ts';
import { command, wholeNumber, withContext } from '../command.ts';
import { inConversation, unwrap } from '../context.ts';
import { ago } from '../output.ts';
import { safeText } from '../terminal-text.ts';

export function actionsCommand(): CommandUnknownOpts {
  return command('actions', 'list the actions that assistants asked for, newest first; or show one')
    .argument('[action]')
    .addOption(new Option('--status <status>').choices(instructionStatus.options))
    .option('--conversation <id>')
    .option('--limit <count>', 'how many', '30')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        if (given !== undefined) {
          const id = await context.id('instruction', given);
          const one = unwrap(await api.call('getInstruction', { params: { id } }));
          out.document(one);
          out.say(`${safeText(one.action ?? '(unreadable)', 'line')} ${one.status}`);
          out.say(safeText(JSON.stringify(one.params, null, 2), 'block'));
          if (one.result !== null) out.say(safeText(one.result.text, 'block'));
          if (one.error !== null) {
            out.say(out.paint.red(`${one.error.code}: ${safeText(one.error.text, 'block')}`));
          }
          return;
        }
        const query = {
          limit: wholeNumber('--limit', options.limit),
          ...(options.status !== undefined && { status: options.status }),
          ...(await inConversation(context, options.conversation)),
        };
        const page = unwrap(await api.call('listInstructions', { query }));
        out.document(page);
        out.table(
          ['ID', 'STATUS', 'RISK', 'MADE', 'ACTION'],
          page.items.map((one) => [
            one.instruction_id,
            one.status,
            one.risk,
            ago(one.created_at),
            one.action ?? '(unreadable)',
          ]),
          'No actions.',
        );
      }),
    );
}
