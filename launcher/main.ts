import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_DATA_DIR } from './default-data-dir.ts';
import type { DemoOutcome } from './demo.ts';
import { runDemo } from './demo.ts';
import { MissingBrowserError } from './ensure-browser.ts';
import type { BrowserName } from './find-browser.ts';
import { BROWSER_NAMES, findBrowser } from './find-browser.ts';
import { openRunning } from './open-running.ts';
import { type AgentOutcome, runAgent } from './run-agent.ts';
import { readOptions } from './read-options.ts';
import { runTeam, type TeamOutcome } from './run-team.ts';
import { findRunningConductor, type RunningConductor } from './running-conductor.ts';
import type { Closers, Session } from './start-session.ts';
import { startSession } from './start-session.ts';

// `npm start`: everything a person needs to see Baton work, and then to work with it.

const EXIT = { fine: 0, fault: 1, missing: 2 } as const;
const NOTHING_DONE: DemoOutcome = {
  ok: false,
  jobs: { finalized: 0, failed: 0 },
  site_messages: 0,
  duplicates: 0,
};

const options = readOptions(process.argv.slice(2));
let stopping = false;
/**
 * With --json, standard output holds the outcome and nothing else. Once the end was asked for, what is still under way
 * complains about that end, which is no news.
 */
const say = (line: string): void => {
  if (!stopping) (options.json ? process.stderr : process.stdout).write(`${line}\n`);
};

const browserName: BrowserName =
  options.browser ?? BROWSER_NAMES.find((name) => findBrowser(name) !== null) ?? BROWSER_NAMES[0];

const closers: Closers = [];
const stopAsked = new Promise<'stopped'>((resolve) => {
  // Asking twice changes nothing: the end is on its way, and it must be an orderly one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => resolve('stopped'));
});

// Whoever read it may be gone, which is no reason to leave anything behind.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let outcome = NOTHING_DONE;
let agentOutcome: AgentOutcome | null = null;
let teamOutcome: TeamOutcome | null = null;
let exitCode: number = EXIT.fault;
try {
  const ended = await Promise.race([run(), stopAsked]);
  if (ended === 'stopped') {
    say('\nStopping…');
    stopping = true;
    exitCode = options.once ? EXIT.fault : EXIT.fine;
  } else {
    exitCode = ended;
  }
} catch (error) {
  if (error instanceof MissingBrowserError) exitCode = EXIT.missing;
  console.error(error instanceof Error ? error.message : error);
}

for (const close of closers.reverse()) {
  await Promise.resolve(close()).catch((error: unknown) => console.error(String(error)));
}
if (options.dataDirIsTemporary) {
  if (exitCode === EXIT.fine) rmSync(options.dataDir, { recursive: true, force: true });
  else console.error(`What happened is kept in ${options.dataDir} (logs in log/).`);
}
const lastLine = options.json ? `${JSON.stringify(told())}\n` : '';
process.stdout.write(lastLine, () => process.exit(exitCode));

function told(): object {
  const { jobs, site_messages, duplicates } = outcome;
  const all = { ok: isOk(), browser: browserName, jobs, site_messages, duplicates };
  return {
    ...all,
    ...(agentOutcome !== null && { agent: agentOutcome }),
    ...teamOutcome,
    ok: all.ok,
  };
}

function isOk(): boolean {
  return (
    outcome.ok &&
    (options.agent === null || agentOutcome?.ok === true) &&
    (options.run === null || teamOutcome?.ok === true)
  );
}

async function run(): Promise<number> {
  const working = await findRunningConductor(options.dataDir);
  if (working !== null) return joinRunning(working);

  say(`Starting Baton with ${browserName}${options.headless ? ', without a window' : ''}.`);
  const marker = join(options.dataDir, 'demo-done');
  const withDemo = options.once || !existsSync(marker);
  const session = await startSession(options, browserName, withDemo, closers, say);
  describe(session);

  if (options.once) {
    await demonstrate(session);
    return isOk() ? EXIT.fine : EXIT.fault;
  }
  // A demo that fails is worth knowing, and no reason to take everything down.
  await demonstrate(session).catch((error: unknown) => say(String(error)));
  if (outcome.ok) writeFileSync(marker, '');
  say('Baton is running. Close the browser or press Ctrl+C to stop it.');
  const { reason, isFault } = await session.ended;
  say(reason);
  return isFault ? EXIT.fault : EXIT.fine;
}

/** One conductor works with a data folder. Whoever starts another beside it is shown that one. */
async function joinRunning({ pid, url }: RunningConductor): Promise<number> {
  const where = `the data folder ${options.dataDir} (process ${pid}, at ${url})`;
  const elsewhere = 'start another with a --data-dir and ports of its own';
  if (options.once)
    throw new Error(`Baton works already with ${where}: a trial needs its own, ${elsewhere}.`);
  say(`Baton works already with ${where}. This is its web UI:`);
  const code = await openRunning(options.dataDir, options.headless);
  say(`To use it from a browser of your own: npm run pair. For two at once, ${elsewhere}.`);
  return code === 0 ? EXIT.fine : EXIT.fault;
}

async function demonstrate({ demo, ...session }: Session): Promise<void> {
  if (demo === null) return;
  say('A first conversation shows the whole circle:');
  const broken = session.ended.then(({ reason }): never => {
    throw new Error(reason);
  });
  broken.catch(() => undefined); // Whoever awaits it hears of it; nobody does once the demo is over.
  outcome = await runDemo({ ...session, ...demo, say, broken });
  const { ok, jobs, site_messages, duplicates } = outcome;
  say(
    `${ok ? 'The circle closed' : 'The circle did not close'}: ${jobs.finalized} deliveries finalized, ` +
      `${jobs.failed} failed; the site received ${site_messages} messages, ${duplicates} of them twice.`,
  );
  say('');
  if (options.agent !== null)
    agentOutcome = await runAgent({ ...session, ...demo, say, broken }, options.agent);
  if (options.run !== null)
    teamOutcome = await runTeam({ ...session, ...demo, say, broken }, options.run);
}

function describe({ playgroundUrl, conductorUrl, logDir }: Session): void {
  const folder = options.dataDir === DEFAULT_DATA_DIR ? '' : ` --data-dir ${options.dataDir}`;
  say('');
  say(`  Playground  ${playgroundUrl}  (a chat site without an account, to try things on)`);
  say(
    `  Web UI      ${options.headless ? '' : 'its first tab; again, '}any time: npm run baton -- open${folder}`,
  );
  say(`  Popup       Baton's icon in the toolbar`);
  say(
    `  Conductor   ${conductorUrl}  (pairs further browsers: npm run pair${folder === '' ? '' : ` --${folder}`})`,
  );
  say(`  Data, logs  ${options.dataDir}, ${logDir}`);
  say('');
}
