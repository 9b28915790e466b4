import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import type { AuditEventView } from '../../client/http-api.ts';
import { command, wholeNumber, withContext } from '../command.ts';
import { inConversation, unwrap } from '../context.ts';
import { followEvents } from '../follow-events.ts';
import { localTime } from '../output.ts';
import { safeText } from '../terminal-text.ts';

export function eventsCommand(): CommandUnknownOpts {
  return command('events', 'show the audit trail')
    .option('--follow', 'continue with new events')
    .option('--after <event id>', 'only events after this one')
    .option('--type <types>', 'only these, as delivery_job.*')
    .option('--conversation <id>')
    .option('--limit <count>', 'how many, without --follow', '50')
    .action((options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const narrowed = {
          ...(await inConversation(context, options.conversation)),
          ...(options.type !== undefined && { type: options.type }),
        };
        const line = async (one: AuditEventView) =>
          `${out.paint.dim(`${one.event_id} ${localTime(one.at)}`)} ${one.type} ${safeText(one.subject_id, 'line')} ${out.paint.dim(safeText(JSON.stringify(one.detail), 'line'))}`;
        if (options.follow === true) {
          const after = options.after;
          if (after !== undefined) wholeNumber('--after', after);
          await followEvents(context, { ...narrowed, ...(after !== undefined && { after }) }, line);
          return;
        }
        const query = { limit: wholeNumber('--limit', options.limit), ...narrowed };
        const page = unwrap(await api.call('listEvents', { query }));
        const after = options.after === undefined ? 0 : wholeNumber('--after', options.after);
        const items = page.items.filter((one) => one.event_id > after);
        out.document({ ...page, items });
        for (const one of items.toReversed()) out.say(await line(one));
      }),
    );
}
