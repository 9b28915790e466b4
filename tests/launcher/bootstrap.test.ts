import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../launcher/root.ts';

const ENTRY = `
const words: readonly string[] = process.argv.slice(2);
if (words[0] === 'exit') process.exitCode = Number(words[1]);
if (words[0] === 'wait') {
  setInterval(() => {}, 1000);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => { console.log('asked to end'); process.exit(7); });
}
console.log('entry', ...words);
`;

/** A project without dependencies, so that npm needs no registry: what is tested is when it runs. */
function freshProject(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-bootstrap-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'launcher'));
  for (const file of ['bootstrap.mjs', 'launcher/newest-program.mjs'])
    copyFileSync(join(ROOT, file), join(dir, file));
  writeFileSync(join(dir, 'entry.ts'), ENTRY);
  const manifest = { name: 'fresh', version: '1.0.0' };
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
  const lock = { ...manifest, lockfileVersion: 3, packages: { '': manifest } };
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify(lock));
  return dir;
}

function bootstrap(dir: string, ...args: string[]): ChildProcess {
  return bootstrapIn(process.env, dir, ...args);
}

function bootstrapIn(env: NodeJS.ProcessEnv, dir: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(dir, 'bootstrap.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
}

async function ended(
  child: ChildProcess,
): Promise<{ code: number | null; out: string; err: string }> {
  if (child.stdout === null || child.stderr === null) throw new Error('no output');
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, out, err };
}

test('the first start installs, the next does not, and one that finds nothing installs again', async () => {
  const dir = freshProject();
  const first = await ended(bootstrap(dir, 'entry.ts', 'one', 'two'));
  expect(first).toMatchObject({ code: 0, out: 'entry one two\n' });
  expect(first.err).toContain('Installing packages');
  expect(await ended(bootstrap(dir, 'entry.ts'))).toEqual({ code: 0, out: 'entry\n', err: '' });

  const stamp = readFileSync(join(dir, 'node_modules', '.baton-stamp'), 'utf8');
  rmSync(join(dir, 'node_modules'), { recursive: true });
  expect((await ended(bootstrap(dir, 'entry.ts'))).err).toContain('Installing packages');
  expect(readFileSync(join(dir, 'node_modules', '.baton-stamp'), 'utf8')).toBe(stamp);
});

test('the exit code and the arguments pass through', async () => {
  const dir = freshProject();
  expect((await ended(bootstrap(dir, 'entry.ts', 'exit', '5'))).code).toBe(5);
});

test('a signal reaches the entry, whose own end counts', async () => {
  const child = bootstrap(freshProject(), 'entry.ts', 'wait');
  const lines: string[] = [];
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === 'entry wait') child.kill('SIGTERM');
  }
  if (child.exitCode === null) await once(child, 'close');
  expect(lines).toEqual(['entry wait', 'asked to end']);
  expect(child.exitCode).toBe(7);
});

/** Runs the entry as `npm start`, in a process group of its own; resolves with what was said until all have ended. */
async function startedByNpm(end: (npmPid: number) => void): Promise<string[]> {
  const dir = freshProject();
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as object;
  const scripts = { start: 'node bootstrap.mjs entry.ts wait' };
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...manifest, scripts }));
  const npm = spawn('npm', ['--silent', 'start'], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const { pid } = npm;
  if (pid === undefined) throw new Error('npm did not start');
  onTestFinished(() => {
    if (npm.exitCode === null && npm.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  const lines: string[] = [];
  // Ends when the last that could write to it has ended, which need not be npm.
  for await (const line of createInterface({ input: npm.stdout })) {
    lines.push(line);
    if (line === 'entry wait') end(pid);
  }
  return lines;
}

// By signals that npm hears itself, tests/long/install/npm-start.test.ts ends all of Baton.
test('the end of the npm that runs it ends the entry in order', async () => {
  const lines = await startedByNpm((npm) => process.kill(npm, 'SIGKILL'));
  expect(lines).toEqual(['entry wait', 'asked to end']);
});

test('two first starts at once install one after the other and both run', async () => {
  const dir = freshProject();
  const both = await Promise.all([
    ended(bootstrap(dir, 'entry.ts', 'a')),
    ended(bootstrap(dir, 'entry.ts', 'b')),
  ]);
  expect(both.map(({ code, out }) => [code, out])).toEqual([
    [0, 'entry a\n'],
    [0, 'entry b\n'],
  ]);
  const installs = both.filter(({ err }) => err.includes('Installing packages'));
  expect(installs).toHaveLength(1);
  expect(readdirSync(join(dir, '.cache'))).toEqual([]);
});

test('a lock left behind by a killed start is taken over', async () => {
  const dir = freshProject();
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'close');
  mkdirSync(join(dir, '.cache', 'bootstrap.lock'), { recursive: true });
  writeFileSync(join(dir, '.cache', 'bootstrap.lock', 'pid'), String(dead.pid));
  expect((await ended(bootstrap(dir, 'entry.ts'))).code).toBe(0);
  expect(readdirSync(join(dir, '.cache'))).toEqual([]);
});

test('what npm says is shown when it fails, and nothing is taken for installed', async () => {
  const dir = freshProject();
  writeFileSync(join(dir, 'package-lock.json'), '{ broken');
  const { code, err, out } = await ended(bootstrap(dir, 'entry.ts'));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('npm ci failed');
  expect(existsSync(join(dir, 'node_modules', '.baton-stamp'))).toBe(false);
});

/** Stands in for npm and its registry: what it packs says who it is, and what it installs is the Node of this test. */
const NPM = `
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
const [command, ...args] = process.argv.slice(2);
appendFileSync('asked', command + '\\n');
if (command === 'ci') mkdirSync('node_modules/.bin', { recursive: true });
if (command === 'pack') writeFileSync(args.at(-1) + '/node.tgz', 'a packed Node');
if (command === 'install') symlinkSync(process.execPath, 'node_modules/.bin/node');
`;

/** A machine whose own Node is too old. */
async function startWithOldNode(dir: string, knownHash: string) {
  const file = join(dir, 'bootstrap.mjs');
  const code = readFileSync(file, 'utf8');
  const [oldest, known] = ['const OLDEST_NODE = [22, 12];', /sha512-[^']{88}/g];
  expect(code).toContain(oldest);
  expect(code.match(known)).toHaveLength(3);
  writeFileSync(
    file,
    code.replace(oldest, 'const OLDEST_NODE = [999, 0];').replaceAll(known, () => knownHash),
  );
  const npm = join(dir, 'npm-cli.mjs');
  writeFileSync(npm, NPM);
  // The name by which bootstrap.mjs knows the npm that runs it.
  symlinkSync(npm, join(dir, 'npm-cli.js'));
  const outer = { npm_execpath: join(dir, 'npm-cli.js'), npm_node_execpath: process.execPath };
  const result = await ended(bootstrapIn({ ...process.env, ...outer }, dir, 'entry.ts', 'one'));
  return { ...result, asked: readFileSync(join(dir, 'asked'), 'utf8').trim().split('\n') };
}

const HASH = `sha512-${createHash('sha512').update('a packed Node').digest('base64')}`;

test('a machine whose Node is too old gets one, whose hash is known', async () => {
  const dir = freshProject();
  const { code, out, asked } = await startWithOldNode(dir, HASH);
  expect({ code, out, asked }).toEqual({
    code: 0,
    out: 'entry one\n',
    asked: ['ci', 'pack', 'install'],
  });
  expect(readdirSync(join(dir, '.cache'))).toEqual([]);
});

test('a Node that is not the one whose hash is known is not unpacked', async () => {
  const dir = freshProject();
  const { code, out, err, asked } = await startWithOldNode(dir, HASH.replace(/.==$/, 'A=='));
  expect({ code, out, asked }).toEqual({ code: 1, out: '', asked: ['ci', 'pack'] });
  expect(err).toContain(`is not what it should be: its hash is ${HASH}`);
  expect(readdirSync(join(dir, '.cache'))).toEqual([]);
});

test('an entry that is not there is named', async () => {
  const { code, err } = await ended(bootstrap(freshProject(), 'nowhere.ts'));
  expect(code).toBe(1);
  expect(err).toMatch(/^There is no .*nowhere\.ts\.\n$/);
});

test('an entry runs from its bundle until something that went into it changes', async () => {
  const dir = freshProject();
  const run = async (): Promise<string> => (await ended(bootstrap(dir, 'entry.ts'))).out;
  const entry = join(dir, 'entry.ts');
  mkdirSync(join(dir, 'dist'));
  writeFileSync(join(dir, 'dist', 'entry.js'), "console.log('bundle');");
  const note = (inputs: readonly (readonly [string, number])[]): void =>
    writeFileSync(
      join(dir, 'dist', 'bundle.json'),
      JSON.stringify({ programs: { 'entry.ts': 'entry.js' }, inputs }),
    );
  note([['entry.ts', statSync(entry).mtimeMs]]);
  expect(await run()).toBe('bundle\n');

  utimesSync(entry, 1, 1);
  expect(await run()).toBe('entry\n');
  note([['gone.ts', 1]]);
  expect(await run()).toBe('entry\n');
  writeFileSync(join(dir, 'dist', 'bundle.json'), '{');
  expect(await run()).toBe('entry\n');
});
