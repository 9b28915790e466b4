import { readFileSync, statSync } from 'node:fs';

import { ERROR_CODES } from '../../../../shared/model/error-codes.ts';
import { findConductor, type WhereAsked } from '../../client/find-conductor.ts';
import { createHttpApi, type HttpApi } from '../../client/http-api.ts';
import { adminSecretFile } from '../../data-dir.ts';
import { VERSION } from '../../version.ts';
import { localTime } from '../output.ts';
import { type Check, check, HOW_TO_START } from './check.ts';

/** Checks that a conductor runs, answers, and has browsers; makes no change. */
export async function checkService(asked: WhereAsked): Promise<Check[]> {
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
        `Wait; Baton continues automatically. Or, if you know that it is over: baton unpark ${quoted(account_key)}`,
      ),
    ),
    open_approvals === 0
      ? check('approvals', 'ok', 'nothing waits for you')
      : check('approvals', 'warn', `${open_approvals} wait for you`, 'baton approvals'),
    ...(await checkServers(api)),
    ...(await checkBucket(api)),
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

async function checkBucket(api: HttpApi): Promise<Check[]> {
  const asked = await api.call('getArtifactBucket');
  if (!asked.ok) return [check('bucket', 'fail', asked.error.text, null)];
  const { place, error, kept, waiting } = asked.value;
  if (error !== null)
    return [check('bucket', 'fail', error.text, 'Mend bucket.json and its key, then restart.')];
  if (place === null) return [];
  return [check('bucket', 'ok', `${kept} artifacts kept at ${place}, ${waiting} waiting`)];
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
