import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';

import Database from 'better-sqlite3';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { ERROR_CODES } from '../../../../shared/model/error-codes.ts';
import { createHttpApi, type HttpApi } from '../../client/http-api.ts';
import { adminSecretFile, dataDirFiles } from '../../data-dir.ts';
import { VERSION } from '../../version.ts';
import { command, guarded } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { dataDirOf, findConductor, type WhereAsked } from '../../client/find-conductor.ts';
import { createOutput, localTime } from '../output.ts';
import { safeText } from '../terminal-text.ts';

/** One link of the chain: whether it holds, and how to mend it. */
interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly mend: string | null;
}

const OLDEST_NODE = 22;
const HOW_TO_START = ERROR_CODES.conductor_unreachable.remedy;
const LITTLE_SPACE_BYTES = 500 * 2 ** 20;

export function doctorCommand(): CommandUnknownOpts {
  return command('doctor', 'check each link of the chain, and how to mend it').action((options) =>
    guarded(options, async () => {
      const out = createOutput(options.json === true);
      const checks = [...checkMachine(options), ...(await checkService(options))];
      out.document({ ok: checks.every((one) => one.state !== 'fail'), checks });
      const marks = {
        ok: out.paint.green('✓'),
        warn: out.paint.yellow('!'),
        fail: out.paint.red('✗'),
      };
      for (const { name, state, text, mend } of checks) {
        out.say(`${marks[state]} ${name}: ${safeText(text, 'line')}`);
        if (mend !== null && !text.includes(mend)) out.say(`    ${safeText(mend, 'line')}`);
      }
      if (checks.some((one) => one.state === 'fail')) process.exitCode = EXIT.fault;
    }),
  );
}

/** What can be told with nothing running. */
function checkMachine(asked: WhereAsked): Check[] {
  const dataDir = dataDirOf(asked);
  const major = Number(process.versions.node.split('.', 1)[0]);
  const node = major >= OLDEST_NODE;
  const checks = [
    check('Node', node ? 'ok' : 'fail', process.versions.node, `Use Node ${OLDEST_NODE} or newer.`),
  ];
  if (!existsSync(dataDir)) {
    return [...checks, check('data folder', 'fail', `${dataDir} is not there`, HOW_TO_START)];
  }
  const open = statSync(dataDir).mode & 0o077;
  checks.push(
    open === 0
      ? check('data folder', 'ok', dataDir)
      : check('data folder', 'warn', `${dataDir} can be read by others`, `chmod 700 ${dataDir}`),
  );
  const { bavail, bsize } = statfsSync(dataDir);
  const space = bavail * bsize;
  const enough = space >= LITTLE_SPACE_BYTES;
  checks.push(
    check('disk', enough ? 'ok' : 'warn', `${Math.round(space / 2 ** 20)} MiB free`, 'Make room.'),
  );
  return [...checks, checkDatabase(dataDirFiles(dataDir).databaseFile)];
}

function checkDatabase(file: string): Check {
  if (!existsSync(file))
    return check(
      'database',
      'fail',
      `${file} is not there`,
      'The first start of a new folder makes it; else restore a backup: baton restore <folder>',
    );
  try {
    const db = new Database(file, { readonly: true });
    try {
      const said = String(db.pragma('quick_check(1)', { simple: true }));
      return said === 'ok'
        ? check('database', 'ok', 'sound')
        : check('database', 'fail', said, 'Restore a backup: baton restore <folder>');
    } finally {
      db.close();
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return check('database', 'fail', why, 'Restore a backup: baton restore <folder>');
  }
}

async function checkService(asked: WhereAsked): Promise<Check[]> {
  const found = findConductor(asked);
  if (!found.ok) return [check('conductor', 'fail', found.error.text, HOW_TO_START)];
  const { url, dataDir } = found.value;
  const api = createHttpApi({ find: () => found, via: 'cli' });
  const status = await api.call('getStatus');
  if (!status.ok) {
    const mend =
      status.error.code === 'unauthorized'
        ? `It uses another data folder than ${dataDir}: name it with --data-dir.`
        : HOW_TO_START;
    return [check('conductor', 'fail', status.error.text, mend)];
  }
  const { version, database, clients, parked, open_approvals, started_at } = status.value;
  const same = version === VERSION;
  return [
    same
      ? check('conductor', 'ok', `${version} at ${url}, since ${localTime(started_at)}`)
      : check('conductor', 'warn', `${version} runs, this is ${VERSION}`, 'Restart the conductor.'),
    ...(database.read_only
      ? [check('data', 'fail', 'read-only: a newer Baton wrote it', 'Update Baton.')]
      : []),
    secretCheck(dataDir),
    browserCheck(clients),
    ...versionChecks(clients, version),
    ...(await checkChats(api)),
    ...parked.map(({ account_key, until }) =>
      check(
        'limit',
        'warn',
        `${account_key} is limited by its site until ${localTime(until)}`,
        `Wait; Baton goes on by itself. Or, if you know that it is over: baton unpark ${quoted(account_key)}`,
      ),
    ),
    open_approvals === 0
      ? check('approvals', 'ok', 'nothing waits for you')
      : check('approvals', 'warn', `${open_approvals} wait for you`, 'baton approvals'),
    ...(await checkServers(api)),
    ...(await checkFailures(api)),
  ];
}

/** One word of a shell, whatever a browser has named: a person may copy the line. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function secretCheck(dataDir: string): Check {
  const file = adminSecretFile(dataDir);
  const open = statSync(file).mode & 0o077;
  return open === 0 && readFileSync(file).byteLength > 0
    ? check('admin secret', 'ok', 'only this user can read it')
    : check('admin secret', 'fail', 'others can read it', `chmod 600 ${file}`);
}

function browserCheck(clients: readonly { readonly connected: boolean }[]): Check {
  if (clients.length === 0) return check('browser', 'fail', 'none is paired', 'baton pair');
  const live = clients.filter((one) => one.connected).length;
  return live > 0
    ? check('browser', 'ok', `${live} of ${clients.length} connected`)
    : check(
        'browser',
        'fail',
        'none is connected',
        'Open the browser that is paired; see its popup.',
      );
}

interface LiveExtension {
  readonly browser: { readonly name: string };
  readonly extension_version: string | null;
}

function versionChecks(clients: readonly LiveExtension[], version: string): Check[] {
  return clients
    .filter(({ extension_version }) => extension_version !== null && extension_version !== version)
    .map(({ browser, extension_version }) =>
      check(
        'extension',
        'warn',
        `${extension_version} in ${browser.name}, and the conductor is ${version}`,
        'Run "baton extension" and reload it in the browser’s list of extensions; or start the conductor anew.',
      ),
    );
}

async function checkChats(api: HttpApi): Promise<Check[]> {
  const listed = await api.call('listConversations', { query: { limit: 200 } });
  if (!listed.ok) return [check('chats', 'fail', listed.error.text, null)];
  const { items } = listed.value;
  if (items.length === 0)
    return [check('chats', 'fail', 'none was seen yet', 'Open a chat in the paired browser.')];
  const auto = items.filter((one) => one.mode === 'auto').length;
  const reachable = items.filter((one) => one.connected).length;
  return [
    check('chats', 'ok', `${items.length} known, ${reachable} can be served now`),
    auto > 0
      ? check('mode', 'ok', `${auto} auto`)
      : check(
          'mode',
          'warn',
          'none is auto: Baton watches and does nothing',
          'baton mode <id> auto',
        ),
  ];
}

async function checkServers(api: HttpApi): Promise<Check[]> {
  const tools = await api.call('listTools');
  if (!tools.ok) return [check('tools', 'fail', tools.error.text, null)];
  return tools.value.servers.map(({ server, state, error }) =>
    state === 'faulty' || state === 'backoff'
      ? check(`tool server ${server}`, 'fail', error ?? state, 'Mend its entry in mcp.json.')
      : check(`tool server ${server}`, 'ok', state),
  );
}

async function checkFailures(api: HttpApi): Promise<Check[]> {
  const failed = await api.call('listJobs', { query: { status: 'failed', limit: 3 } });
  if (!failed.ok) return [];
  return failed.value.items.map(({ job_id, error }) =>
    check(
      'delivery',
      'warn',
      `${job_id.slice(0, 10)} failed: ${error?.text ?? 'without words'}`,
      error === null ? null : ERROR_CODES[error.code].remedy,
    ),
  );
}

function check(
  name: string,
  state: Check['state'],
  text: string,
  mend: string | null = null,
): Check {
  return { name, state, text, mend: state === 'ok' ? null : mend };
}
