import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, onTestFinished, test } from 'vitest';

import { agentWorld, type AgentWorld } from '../../kit/agent-world.ts';

const READERS = 16;
/** The kernel holds some megabytes of a stream for a reader who does not read: there must be more than that. */
const STEPS = 14;
const WORDS_OF_A_STEP = 60;
const WORD = 'tea'.repeat(5_000);
const MIB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes that the process holds. */
function held(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Answers of the conductor to readers of that path, as they begin. */
function answersTo(path: string): readonly ServerResponse[] {
  const answers: ServerResponse[] = [];
  const note = (message: unknown): void => {
    const { request, response } = message as {
      readonly request: { readonly url?: string };
      readonly response: ServerResponse;
    };
    if (request.url === path) answers.push(response);
  };
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  return answers;
}

/** Asks for the stream, and reads nothing of it. */
async function readNothing({ conductor }: AgentWorld, path: string): Promise<Socket> {
  const { port, host } = new URL(conductor.url);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  const secret = `authorization: Bearer ${conductor.adminSecret}`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${secret}\r\n\r\n`);
  return socket;
}

test('a reader who does not read costs less than a mebibyte, and misses nothing', async () => {
  const last = Promise.withResolvers<void>();
  const words = Array.from({ length: WORDS_OF_A_STEP }, () => WORD).join(' ');
  const world = await agentWorld(({ messages }) => {
    const steps = messages.filter(({ role }) => role === 'tool').length;
    if (steps === STEPS) return { text: 'That was all.', after: last.promise };
    return { text: words, calls: [['conductor__echo', JSON.stringify({ text: String(steps) })]] };
  });
  const session = await world.open();
  const sent = world.say(session, 'Tell me all of it.');
  await expect.poll(() => world.model.requests.length, { timeout: 300_000 }).toBe(STEPS + 1);
  const [log] = world.conductor.rows<{ bytes: number }>('select bytes from agent_streams');
  expect(log?.bytes).toBeGreaterThan(STEPS * WORDS_OF_A_STEP * WORD.length);

  const path = `/v1/chat/${session}/stream`;
  const answers = answersTo(path);
  const before = held();
  const readers: Socket[] = [];
  for (let reader = 0; reader < READERS; reader += 1) readers.push(await readNothing(world, path));
  // Each has as much as its socket takes, and that is not all.
  await expect
    .poll(() => answers.filter(({ writableNeedDrain }) => writableNeedDrain).length)
    .toBe(READERS);
  expect((held() - before) / READERS / MIB).toBeLessThan(1);

  const [reader] = readers;
  const numbers: number[] = [];
  let rest = '';
  reader?.on('data', (piece: Buffer) => {
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const id = /^id: .*\.(\d+)$/.exec(line)?.[1];
      if (id !== undefined) numbers.push(Number(id));
    }
  });
  reader?.resume();
  last.resolve();
  await sent;
  const newest = () =>
    world.conductor.rows<{ newest: number }>('select newest from agent_streams')[0]?.newest ?? 0;
  await expect.poll(() => numbers.at(-1)).toBe(newest());
  expect(numbers).toEqual(Array.from({ length: newest() }, (_none, at) => at + 1));
});
