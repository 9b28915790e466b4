import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newestProgram } from '../../launcher/newest-program.mjs';
import { startPlayground } from '../../playground/server.ts';

const MAIN = newestProgram('playground/main.ts');
const listening = z.object({ event: z.literal('listening'), url: z.url(), port: z.number() });

const children: ChildProcess[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'playground-main-'));
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [MAIN, '--data-dir', dataDir, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function failure(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = run(args, env);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).not.toBe(0);
  return said;
}

describe('the playground as a program', () => {
  test('says where it listens, serves, and leaves when told', async () => {
    const child = run(['--port', '0', '--json']);
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'));
    const { url, port } = listening.parse(JSON.parse(line));
    expect(url).toBe(`http://playground.localhost:${port}`);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test.each([
    [['--port', 'abc'], '--port'],
    [['--port', '65536'], '--port'],
    [['--delay-ms', '-1'], '--delay-ms'],
    [['--host', '0.0.0.0'], '--host'],
    [['--host', 'example.org'], '--host'],
    [['--colour'], '--colour'],
  ])('names the fault in %j', async (args, named) => {
    expect(await failure(args)).toContain(named);
  });

  test('names a model address that is none', async () => {
    expect(await failure(['--port', '0'], { OPENAI_BASE_URL: 'localhost:1234' })).toContain(
      'OPENAI_BASE_URL',
    );
  });

  test('names the flag when its port is taken', async () => {
    const other = await startPlayground({ port: 0 });
    expect(await failure(['--port', String(other.port)])).toMatch(/port \d+ is taken.*--port/);
    await other.close();
  });
});
