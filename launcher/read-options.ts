import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import {
  DEFAULT_CONDUCTOR_PORT,
  DEFAULT_DATA_DIR,
  DEFAULT_PLAYGROUND_PORT,
} from './default-data-dir.ts';
import type { BrowserName } from './find-browser.ts';
import { BROWSER_NAMES } from './find-browser.ts';
import { portNumber } from './port-number.ts';

export interface LauncherOptions {
  /** Null: whichever is found. */
  readonly browser: BrowserName | null;
  readonly once: boolean;
  readonly json: boolean;
  /** The agent that is to tell the time as well, in the demo; null: none. */
  readonly agent: string | null;
  /** The team that is to reach a goal as well, with chats of the playground; null: none. */
  readonly run: string | null;
  readonly headless: boolean;
  readonly conductorPort: number;
  readonly playgroundPort: number;
  readonly dataDir: string;
  /** The folder was made for this run alone and may go with it. */
  readonly dataDirIsTemporary: boolean;
}

/** Reads the flags of `npm start`. A wrong one ends the process with a line that names it, exit code 2. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): LauncherOptions {
  const command = new Command('npm start --')
    .description(
      'Starts Baton: the conductor, the playground, and a browser with the extension in it.',
    )
    .addOption(new Option('--browser <name>', 'which browser').choices(BROWSER_NAMES))
    .option('--once', 'run the demo conversation, say how it went, and end', false)
    .option('--json', 'with --once: the outcome as one line of JSON at the end', false)
    .option(
      '--agent <id>',
      'with --once: then have this agent tell the time, with that chat as its model',
    )
    .option(
      '--run <team>',
      'with --once: then have this team reach a goal, in chats of the playground',
    )
    .option('--headless', 'no browser window (the default where there is no display)', false)
    .option(
      '--conductor-port <port>',
      `port of the conductor, 0 for a free one (default: ${DEFAULT_CONDUCTOR_PORT}, with --once a free one)`,
      portNumber,
    )
    .option(
      '--playground-port <port>',
      `port of the playground, 0 for a free one (default: ${DEFAULT_PLAYGROUND_PORT}, with --once a free one)`,
      portNumber,
    )
    .addOption(
      new Option(
        '--data-dir <folder>',
        `where everything is kept (default: ${DEFAULT_DATA_DIR}, with --once a temporary folder)`,
      ),
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .parse([...args], { from: 'user' });

  const { browser, once, json, agent, run, headless, ...given } = command.opts();
  if (json && !once) {
    command.error('error: --json tells the outcome of one circle; use it together with --once');
  }
  if (agent !== undefined && !once) {
    command.error('error: --agent belongs to the demo conversation; use it together with --once');
  }
  if (run !== undefined && !once) {
    command.error('error: --run belongs to the demo conversation; use it together with --once');
  }
  // A trial run must never meet a Baton that is at work.
  const dataDir = given.dataDir ?? (once ? undefined : (env['BATON_DATA_DIR'] ?? DEFAULT_DATA_DIR));
  return {
    browser: browser ?? null,
    once,
    json,
    agent: agent ?? null,
    run: run ?? null,
    headless: headless || !hasDisplay(env),
    conductorPort: given.conductorPort ?? (once ? 0 : DEFAULT_CONDUCTOR_PORT),
    playgroundPort: given.playgroundPort ?? (once ? 0 : DEFAULT_PLAYGROUND_PORT),
    dataDir: dataDir === undefined ? mkdtempSync(join(tmpdir(), 'baton-once-')) : resolve(dataDir),
    dataDirIsTemporary: dataDir === undefined,
  };
}

function hasDisplay(env: Readonly<Record<string, string | undefined>>): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}
