import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Command as CliCommand, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { createHttpApi } from '../../client/http-api.ts';
import { dataDirOf, findConductor, type WhereAsked } from '../../client/find-conductor.ts';
import { lastingConductorArgs } from '../../program-files.ts';
import { guarded, wholeNumber } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { createOutput, Failure } from '../output.ts';
import {
  type Command,
  defineService,
  lastingPath,
  type ServiceDefinition,
} from '../service-definition.ts';

const run = promisify(execFile);

const START_LIMIT_MS = 20_000;
const LOOK_AGAIN_MS = 200;

/** The conductor at each login, by whatever keeps services running on this system. */
export function serviceManagerCommand(): CommandUnknownOpts {
  return new CliCommand('service')
    .description('run the conductor in the background, from each login on')
    .addCommand(install())
    .addCommand(status())
    .addCommand(remove());
}

/** These ask about this machine, so an address is nothing to them. */
function inner(name: string, description: string) {
  return new CliCommand(name)
    .description(description)
    .option('--json', 'answer as JSON on standard output')
    .option('--data-dir <folder>', "the conductor's data folder (BATON_DATA_DIR)");
}

function install() {
  return inner('install', 'write the service, start it now and at each login')
    .option('--port <port>', 'port of the conductor, if it is not the default')
    .option('--dry-run', 'show what would be written and run, and change nothing')
    .action(({ port, dryRun, ...options }) =>
      guarded(options, async () => {
        const out = createOutput(options.json === true);
        const words = port === undefined ? [] : ['--port', String(wholeNumber('--port', port))];
        const service = serviceFor(options, words);
        const { manager, file, text, start } = service;
        const described = { manager, file, text, commands: start };
        if (dryRun === true) {
          out.document({ ...described, installed: false });
          out.say(`Would write ${file}:\n\n${text}\nand run:`);
          for (const one of start) out.say(`  ${one.join(' ')}`);
          return;
        }
        await requireManager(service);
        await refuseAnother(service, options);
        if (existsSync(file)) for (const one of service.stop) await attempt(one);
        mkdirSync(dirname(file), { recursive: true });
        mkdirSync(join(dataDirOf(options), 'log'), { recursive: true, mode: 0o700 });
        writeFileSync(file, service.encoding === 'utf16le' ? `\ufeff${text}` : text, {
          encoding: service.encoding,
        });
        out.say(`Wrote ${file}:\n\n${text}`);
        for (const one of start) {
          await insist(one);
          out.say(`Ran ${one.join(' ')}`);
        }
        const url = await answering(options);
        if (url === null) {
          throw fault(
            `The service was started, and no conductor answers. See why: ${service.logs}`,
          );
        }
        out.document({ ...described, installed: true, url });
        out.say(`The conductor runs at ${url}, and will at each login. Its log: ${service.logs}`);
      }),
    );
}

function status() {
  return inner('status', 'whether it is installed, and runs').action((options) =>
    guarded(options, async () => {
      const out = createOutput(options.json === true);
      const service = serviceFor(options);
      const { manager, file, logs } = service;
      const installed = existsSync(file);
      const running = installed && (await attempt(service.isRunning)) === null;
      out.document({ manager, file, installed, running });
      if (!installed) out.say('No service is installed (baton service install).');
      else if (running) out.say(`${file} is installed, and runs.`);
      else out.say(`${file} is installed, and does not run. See why: ${logs}`);
      if (!running) process.exitCode = EXIT.notRunning;
    }),
  );
}

function remove() {
  return inner('remove', 'end the service, and take it away').action((options) =>
    guarded(options, async () => {
      const out = createOutput(options.json === true);
      const { manager, file, stop, forget } = serviceFor(options);
      const installed = existsSync(file);
      if (installed) {
        // What cannot be ended does not run; the file goes in any case, or the next login would start it again.
        for (const one of stop) await attempt(one);
        rmSync(file);
        for (const one of forget) await attempt(one);
      }
      out.document({ manager, file, removed: installed });
      out.say(installed ? `Ended, and removed ${file}.` : 'No service is installed.');
    }),
  );
}

function serviceFor(asked: WhereAsked, flags: readonly string[] = []): ServiceDefinition {
  const dataDir = dataDirOf(asked);
  const args = [...lastingConductorArgs(), '--data-dir', dataDir, ...flags];
  const command = [process.execPath, ...args] as const;
  if (args.some((word) => /[\\/]_npx[\\/]/.test(word))) {
    throw fault(
      'This Baton lies in npx’s cache, which is emptied now and then. Install it (npm install --global), then run ' +
        '"baton service install" of that one.',
    );
  }
  const { username, uid } = userInfo();
  const home = homedir();
  const service = defineService(process.platform, {
    command,
    dataDir,
    home,
    configDir: process.env['XDG_CONFIG_HOME'] || join(home, '.config'),
    searchPath: lastingPath(process.env['PATH'] ?? '', delimiter),
    user: `${process.env['USERDOMAIN'] ?? '.'}\\${username}`,
    uid: Math.max(uid, 0),
  });
  if (service !== null) return service;
  throw fault(
    `Baton knows no service manager of ${process.platform}. Have the system run this at each login: ${command.join(' ')}`,
  );
}

async function requireManager({ manager, probe, text }: ServiceDefinition): Promise<void> {
  const trouble = await attempt(probe);
  if (trouble === null) return;
  throw fault(
    `${manager} does not answer for this user (${trouble}). Where another program starts services here, have it do what ` +
      `this says, or run "baton start" at each login:\n\n${text}`,
  );
}

/** One that was started by hand has the folder: the service could not use it. */
async function refuseAnother(service: ServiceDefinition, asked: WhereAsked): Promise<void> {
  if ((await attempt(service.isRunning)) === null || !findConductor(asked).ok) return;
  throw fault(
    `A conductor runs already with the data folder ${dataDirOf(asked)}. Stop it, then run this again.`,
  );
}

/** Where the conductor of the folder answers; null where none does in time. */
async function answering(asked: WhereAsked): Promise<string | null> {
  const until = Date.now() + START_LIMIT_MS;
  for (; Date.now() < until; await delay(LOOK_AGAIN_MS)) {
    const found = findConductor({ dataDir: dataDirOf(asked) });
    if (!found.ok) continue;
    const status = await createHttpApi({ find: () => found, via: 'cli' }).call('getStatus');
    if (status.ok) return found.value.url;
  }
  return null;
}

/** Null where it went well, else what went wrong, in the program's words. */
async function attempt([program, ...args]: Command): Promise<string | null> {
  try {
    await run(program, args);
    return null;
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { readonly stderr?: string };
    return stderr.trim() || message;
  }
}

async function insist(command: Command): Promise<void> {
  const trouble = await attempt(command);
  if (trouble !== null) throw fault(`${command.join(' ')} failed: ${trouble}`);
}

function fault(text: string): Failure {
  return new Failure({ code: 'internal', text }, EXIT.fault);
}
