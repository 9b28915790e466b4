import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import prettyBytes from 'pretty-bytes';

import { CONDUCTOR_ARGS, MCP_SERVER } from '../../program-files.ts';
import { VERSION } from '../../version.ts';
import { command, guarded, withContext } from '../command.ts';
import { unwrap } from '../context.ts';
import { handOver } from '../hand-over.ts';
import { ago, createOutput, localTime } from '../output.ts';
import { safeText } from '../terminal-text.ts';

export function startCommand(): CommandUnknownOpts {
  return new Command('start')
    .description('run the conductor in the foreground; its flags: baton start --help')
    .allowUnknownOption()
    .helpOption(false)
    .argument('[flags...]')
    .action((_flags, _options, self) => handOver([...CONDUCTOR_ARGS, ...self.args]));
}

export function statusCommand(): CommandUnknownOpts {
  return command(
    'status',
    'show the state of the conductor, its conversations and deliveries',
  ).action((options) =>
    withContext(options, async ({ api, out, found }) => {
      const all = unwrap(await api.call('getStatus'));
      out.document(all);
      const { paint } = out;
      out.say(
        `${paint.green('●')} Baton ${all.version} at ${found.url}, since ${localTime(all.started_at)}`,
      );
      const { auto, manual, paused, draining } = all.conversations;
      out.say(
        `  conversations  ${auto} auto, ${manual} manual, ${paused} paused${draining > 0 ? `, ${draining} draining` : ''}`,
      );
      const open = ['pending', 'dispatched', 'acked', 'retry_wait'] as const;
      const waiting = open.reduce((sum, name) => sum + (all.jobs[name] ?? 0), 0);
      out.say(
        `  deliveries     ${waiting} under way, ${all.jobs.finalized ?? 0} done, ${all.jobs.failed ?? 0} failed`,
      );
      const approvals = all.open_approvals;
      out.say(
        `  approvals      ${approvals === 0 ? 'nothing waits for you' : paint.yellow(`${approvals} wait for you (baton approvals)`)}`,
      );
      for (const client of all.clients) {
        const state = client.connected
          ? paint.green('connected')
          : `last seen ${ago(client.last_seen_at)}`;
        out.say(
          `  browser        ${safeText(`${client.browser.name} ${client.browser.version}`, 'line')}: ${state}, ${client.conversations} chats`,
        );
      }
      if (all.clients.length === 0) out.say('  browser        none paired (baton pair)');
      for (const one of all.parked) {
        out.say(
          paint.yellow(
            `  limit          ${safeText(one.account_key, 'line')} until ${localTime(one.until)}`,
          ),
        );
        if (one.reason !== null)
          out.say(paint.dim(`                 ${safeText(one.reason, 'line')}`));
      }
      out.say(
        `  database       ${prettyBytes(all.database.bytes)}${all.database.read_only ? ', read-only' : ''}`,
      );
    }),
  );
}

export function mcpCommand(): CommandUnknownOpts {
  return new Command('mcp')
    .description('serve the chats to an MCP client over standard input and output')
    .option('--url <url>', 'address of the conductor (BATON_URL)')
    .option('--data-dir <folder>', "the conductor's data folder (BATON_DATA_DIR)")
    .action(({ url, dataDir }) =>
      handOver([
        MCP_SERVER,
        ...(url === undefined ? [] : ['--url', url]),
        ...(dataDir === undefined ? [] : ['--data-dir', dataDir]),
      ]),
    );
}

export function versionCommand(): CommandUnknownOpts {
  return command('version', 'show the version').action((options) =>
    guarded(options, async () => {
      const out = createOutput(options.json === true);
      out.document({ version: VERSION });
      out.say(VERSION);
    }),
  );
}
