import { resolve } from 'node:path';

import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Command } from '@commander-js/extra-typings';

import { holdDataDir } from '../../data-dir.ts';
import { BackupFault } from '../../stores/sqlite/backup.ts';
import type { Restored } from '../../restore-backup.ts';
import { RestoreUnsettled } from '../../stores/sqlite/restore-journal.ts';
import { CONDUCTOR_ARGS, MCP_SERVER } from '../../program-files.ts';
import { VERSION } from '../../version.ts';
import { command, guarded, usage, withContext } from '../command.ts';
import { type Context, unwrap } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { handOver } from '../hand-over.ts';
import { dataDirOf } from '../../client/find-conductor.ts';
import { ago, bytes, createOutput, Failure, localTime } from '../output.ts';
import { safeText } from '../terminal-text.ts';

/** Starting, pairing, status, and what works while nothing runs. */
export function serviceCommands(): CommandUnknownOpts[] {
  return [start(), status(), pair(), unpark(), restore(), mcp(), version()];
}

function start() {
  return new Command('start')
    .description('run the conductor in the foreground; its flags: baton start --help')
    .allowUnknownOption()
    .helpOption(false)
    .argument('[flags...]')
    .action((_flags, _options, self) => handOver([...CONDUCTOR_ARGS, ...self.args]));
}

function mcp() {
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

function status() {
  return command('status', 'how the whole stands').action((options) =>
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
        `  database       ${bytes(all.database.bytes)}${all.database.read_only ? ', read-only' : ''}`,
      );
    }),
  );
}

function pair() {
  return command('pair', 'a one-time code and link to pair a browser').action((options) =>
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

function unpark() {
  return command('unpark', 'end the wait for a limit that a site named')
    .argument('<account>', 'as baton status shows it, or its beginning')
    .action((given, options) =>
      withContext(options, async ({ api, out }) => {
        const id = await parkedAccount(api, given);
        const unparked = unwrap(await api.call('unparkAccount', { params: { id } }));
        out.document(unparked);
        const { was_parked_until: was, deliveries } = unparked;
        const name = safeText(id, 'line');
        if (was === null) out.say(`${name} is not parked.`);
        else out.say(`${name} may be sent to again; it was parked until ${localTime(was)}.`);
        if (deliveries > 0) out.say(`Deliveries that waited for it: ${deliveries}.`);
      }),
    );
}

/** The one parked account whose name begins so; what fits none is asked for as it is. */
async function parkedAccount(api: Context['api'], given: string): Promise<string> {
  const keys = unwrap(await api.call('getStatus')).parked.map((one) => one.account_key);
  const fitting = keys.filter((key) => key.startsWith(given));
  if (keys.includes(given) || fitting.length === 0) return given;
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  throw usage(`${given} fits several accounts: ${fitting.join(', ')}.`);
}

function restore() {
  return command('restore', 'put a backup in the place of the data; the conductor must not run')
    .argument('<backup>', 'the folder that baton backup made')
    .option('--mine', 'you made it, of another data folder: what it allows counts here')
    .action((from, { mine, ...options }) =>
      guarded(options, async () => {
        const out = createOutput(options.json === true);
        const dataDir = dataDirOf(options);
        const lock = lockOf(dataDir);
        try {
          // It brings the whole store with it, which no other command needs.
          const { restoreBackup } = await import('../../restore-backup.ts');
          const isMine = mine === true;
          const restored = await restoreBackup(resolve(from), dataDir, Date.now(), isMine);
          out.document({
            restored: from,
            data_dir: dataDir,
            kept_aside: restored.keptAside,
            backup_made_at: restored.backupMadeAt,
            deliveries_to_look_for: restored.jobs,
            actions_to_ask_about: restored.actions,
            renewals_stopped: restored.renewals,
            browsers_paired: restored.clients,
          });
          for (const line of restoredLines(restored, dataDir)) out.say(line);
        } catch (cause) {
          if (!(cause instanceof BackupFault || cause instanceof RestoreUnsettled)) throw cause;
          throw new Failure({ code: 'invalid_request', text: cause.message }, EXIT.data);
        } finally {
          lock.close();
        }
      }),
    );
}

/** What came back, and what may have happened to it since. */
function restoredLines(restored: Restored, dataDir: string): string[] {
  const { earlier, keptAside, backupMadeAt, jobs, actions, renewals, clients } = restored;
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${what}: ${count}.`];
  return [
    ...(earlier === null ? [] : [earlier]),
    `Restored into ${dataDir}, as it was at ${localTime(backupMadeAt)}.`,
    ...(keptAside === null ? [] : [`What was there before is kept in ${keptAside}.`]),
    ...counted(jobs, 'Deliveries that are looked for before they go out'),
    ...counted(actions, 'Actions that may have run since, and wait for you (baton approvals)'),
    ...counted(renewals, 'Renewals that were stopped'),
    ...counted(clients, 'Browsers that are paired (baton clients)'),
    'Modes, rules and settings are as they were then: look over them.',
  ];
}

function lockOf(dataDir: string): { close(): void } {
  try {
    return holdDataDir(dataDir);
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new Failure({ code: 'invalid_request', text }, EXIT.data);
  }
}

function version() {
  return command('version', 'the version').action((options) =>
    guarded(options, async () => {
      const out = createOutput(options.json === true);
      out.document({ version: VERSION });
      out.say(VERSION);
    }),
  );
}
