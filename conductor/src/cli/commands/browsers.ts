import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, group, withContext } from '../command.ts';
import { unwrap } from '../context.ts';
import { ago, localTime } from '../output.ts';

export function pairCommand(): CommandUnknownOpts {
  return command('pair', 'make a one-time code and link that pair a browser').action((options) =>
    withContext(options, async ({ api, out }) => {
      const offer = unwrap(await api.call('offerPairing'));
      out.document(offer);
      out.say(`Open ${offer.link}`);
      out.say(
        `or type ${out.paint.bold(offer.code)} into the popup of Baton's extension, or paste the link there (once, until ${localTime(offer.expires_at)}).`,
      );
    }),
  );
}

export function clientsCommand(): CommandUnknownOpts {
  const parent = group('clients', 'paired browsers');
  parent.addCommand(
    command('list', 'list paired browsers').action((options) =>
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
