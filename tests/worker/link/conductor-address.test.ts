import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

import { holdDataDir } from '../../../conductor/src/data-dir.ts';
import { runningFile } from '../../../conductor/src/running-url.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import {
  type ConductorAddress,
  findConductorAddress,
} from '../../../worker/link/conductor-address.ts';
import { openConductorLink } from '../../../worker/link/conductor-link.ts';
import { openFeed } from '../../../worker/link/feed.ts';
import { openWorkerStore } from '../../../worker/store/worker-store.ts';

/** Another user's program at the port; it takes whoever comes. */
interface Stranger {
  readonly url: string;
  readonly heard: string[];
  /** How many came. */
  dials: number;
}

async function strangerListens(): Promise<Stranger> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  onTestFinished(() => {
    for (const one of server.clients) one.terminate();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stranger = { url: `http://127.0.0.1:${port}`, heard: [] as string[], dials: 0 };
  server.on('connection', (socket: WebSocket) => {
    stranger.dials += 1;
    socket.on('message', (data: Buffer) => stranger.heard.push(data.toString('utf8')));
  });
  return stranger;
}

/** Says one answer after the other, and then that nobody is there; tells of each look. */
class Told extends EventEmitter<{ look: [number] }> implements ConductorAddress {
  readonly last: string;
  readonly #answers: (string | null)[];
  looks = 0;

  constructor(last: string, answers: readonly (string | null)[]) {
    super();
    this.last = last;
    this.#answers = [...answers];
  }

  now(): string | null {
    this.looks += 1;
    this.emit('look', this.looks);
    return this.#answers.shift() ?? null;
  }

  async looked(times: number): Promise<void> {
    while (this.looks < times) await once(this, 'look');
  }
}

const KNOWN = { token: 'token-of-the-worker', origin: 'baton-worker://00' };

function link(address: ConductorAddress): void {
  const store = openWorkerStore(join(tempDir(), 'worker.sqlite'));
  const opened = openConductorLink({
    ...KNOWN,
    address,
    version: '1',
    store,
    welcomed: () => undefined,
    take: () => undefined,
    refused: () => undefined,
    stopped: () => undefined,
    untrusted: () => undefined,
  });
  onTestFinished(() => {
    opened.close();
    store.close();
  });
}

function feed(address: ConductorAddress): void {
  const opened = openFeed({
    address,
    previews: () => ({ take: () => undefined, end: () => undefined }),
  });
  onTestFinished(() => opened.close());
  opened.connect(KNOWN);
}

const ENDS = [
  ['link', link],
  ['feed', feed],
] as const;

test.each(ENDS)('the %s does not dial where its conductor was', async (_name, open) => {
  const stranger = await strangerListens();
  const address = new Told(stranger.url, []);
  open(address);
  await address.looked(2);
  expect(stranger.dials).toBe(0);
});

test.each(ENDS)('the %s says nothing where its conductor ended meanwhile', async (_name, open) => {
  const stranger = await strangerListens();
  // There when it is dialled, gone when it answers; then, at the next dial, there to the end.
  const address = new Told(stranger.url, [stranger.url, null, stranger.url, stranger.url]);
  open(address);
  await expect.poll(() => stranger.heard).toHaveLength(1);
  expect(stranger.dials).toBe(2);
});

test('the conductor of a folder is where it says itself, for as long as it holds the folder', async () => {
  const dir = join(tempDir(), 'data');
  const conductorDir = dir;
  const lock = holdDataDir(dir);
  const finding = findConductorAddress({ conductorDir });
  // It listens a moment after it was started.
  const note = (port: number): void =>
    writeFileSync(runningFile(dir), JSON.stringify({ url: `http://127.0.0.1:${port}` }));
  note(1);
  const found = await finding;
  const address = found.ok ? found.value : expect.fail('it was not found');
  expect(address.now()).toBe('http://127.0.0.1:1');
  note(2);
  expect(address.now()).toBe('http://127.0.0.1:2');
  // As after a crash: the note is left.
  lock.close();
  expect([address.now(), address.last]).toEqual([null, 'http://127.0.0.1:2']);
});
