import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A network of its own on this machine, with a cable to ours: programs in it reach nothing else of ours. */
export interface OtherMachine {
  /** Ours, as it sees it. */
  readonly address: string;
  /** Runs a program there. What it says on standard error goes to that of the test as well. */
  run(file: string, args: readonly string[], options: RunOptions): ChildProcessWithoutNullStreams;
  /** Makes what listens at that port of its own loopback reachable at the same port of ours. */
  reach(port: number): Promise<void>;
  /** Pulls the cable: what is on its way is lost, and nobody is told. */
  cut(): void;
  mend(): void;
  end(): Promise<void>;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** On its standard input. */
  readonly input?: string;
}

/** Between the two stands a socket in the file system, which all networks of a machine share. */
const RELAY = `const { connect, createServer } = require('node:net');
const [path, port] = process.argv.slice(1);
createServer((near) => {
  const far = connect(Number(port), '127.0.0.1');
  near.on('error', () => far.destroy()).on('close', () => far.destroy());
  far.on('error', () => near.destroy()).on('close', () => near.destroy());
  near.pipe(far).pipe(near);
}).listen(path, () => console.log('listening'));`;

/** The error says why this system has none: it takes Linux, `ip` and root. */
export function otherMachine(): OtherMachine | { readonly missing: string } {
  const name = `baton-${process.pid}`;
  const [near, far] = [`bt${process.pid}a`, `bt${process.pid}b`];
  // A net that no other test has, of those for private use.
  const net = `10.77.${process.pid % 256}`;
  const ip = (...args: readonly string[]): string =>
    execFileSync('ip', [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    ip('netns', 'add', name);
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
    ip('addr', 'add', `${net}.1/24`, 'dev', near);
    ip('link', 'set', near, 'up');
    ip('-n', name, 'addr', 'add', `${net}.2/24`, 'dev', far);
    ip('-n', name, 'link', 'set', far, 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
  } catch (cause) {
    return { missing: cause instanceof Error ? cause.message : String(cause) };
  }
  const dir = mkdtempSync(join(tmpdir(), 'baton-other-'));
  const children: ChildProcessWithoutNullStreams[] = [];
  const servers: Server[] = [];

  function run(file: string, args: readonly string[], { env = {}, input }: RunOptions) {
    const child = spawn('ip', ['netns', 'exec', name, file, ...args], {
      env: { ...process.env, ...env },
    });
    child.stderr.pipe(process.stderr, { end: false });
    if (input !== undefined) child.stdin.end(input);
    children.push(child);
    return child;
  }

  return {
    address: `${net}.1`,
    run,
    async reach(port) {
      const path = join(dir, `${port}.sock`);
      const relay = run(process.execPath, ['-e', RELAY, path, String(port)], {});
      await once(relay.stdout, 'data');
      const door = createServer((one) => {
        const other = connect(path);
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
        other.on('error', () => one.destroy()).on('close', () => one.destroy());
        one.pipe(other).pipe(one);
      }).listen(port, '127.0.0.1');
      servers.push(door);
      await once(door, 'listening');
    },
    cut: () => void ip('link', 'set', near, 'down'),
    mend: () => void ip('link', 'set', near, 'up'),
    async end() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'close');
        child.kill();
        await ended;
      }
      for (const server of servers) server.close();
      ip('netns', 'del', name);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
