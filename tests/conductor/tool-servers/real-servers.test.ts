import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ToolProgress } from '../../../conductor/src/features/heart/actions/tools/tool.ts';
import { descendants, killHard } from '../../kit/process-tree.ts';
import {
  everythingOverHttp,
  freePort,
  installedServer,
  type ToolServers,
  toolServers,
} from '../../kit/tool-servers.ts';

let dir: string;

let servers: ToolServers;

beforeAll(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'baton-mcp-')));
  writeFileSync(join(dir, 'notes.txt'), 'buy milk\n');
  servers = toolServers(
    dir,
    {
      files: installedServer('filesystem', dir),
      memory: {
        ...installedServer('memory'),
        env: { MEMORY_FILE_PATH: join(dir, '${env:MEMORY_NAME}') },
      },
      everything: installedServer('everything', 'stdio'),
      wary: { ...installedServer('everything', 'stdio'), trust: 'none', risk: { 'get-*': 'low' } },
      brief: { ...installedServer('everything', 'stdio'), timeoutMs: 1_000 },
      off: { command: 'nothing-here', disabled: true },
      gone: { command: join(dir, 'no-such-program') },
    },
    { env: { MEMORY_NAME: 'graph.jsonl' } },
  );
  // Started together, and once.
  await Promise.all(servers.tools.targets().map((target) => servers.tools.toolsOf(target)));
}, 30_000);

afterAll(async () => {
  await servers.tools.close();
  rmSync(dir, { recursive: true, force: true });
});

const toolNames = async (target: string): Promise<readonly string[]> => {
  const listed = await servers.tools.toolsOf(target);
  return listed.ok ? listed.value.map((tool) => tool.id) : [];
};

describe('the tools of a server', () => {
  it('are actions of a target of its own; a disabled server is none', async () => {
    expect(servers.tools.targets()).toEqual(
      ['files', 'memory', 'everything', 'wary', 'brief', 'gone'].map((name) => `mcp.${name}`),
    );
    expect(await toolNames('mcp.files')).toContain('mcp.files::read_text_file');
    expect(await toolNames('mcp.memory')).toContain('mcp.memory::create_entities');
    expect(await toolNames('mcp.everything')).toContain('mcp.everything::get-sum');
  });

  it('say how servers stand', () => {
    const states = Object.fromEntries(
      servers.source
        .status()
        .map(({ server, state, tools }) => [server, [state, (tools ?? 0) > 0]]),
    );
    expect(states).toEqual({
      files: ['ready', true],
      memory: ['ready', true],
      everything: ['ready', true],
      wary: ['ready', true],
      brief: ['ready', true],
      off: ['disabled', false],
      gone: ['backoff', false],
    });
  });

  it('carry the risk that the server hints at', async () => {
    const listed = await servers.tools.toolsOf('mcp.files');
    const risks = listed.ok
      ? Object.fromEntries(listed.value.map((tool) => [tool.name, [tool.risk, tool.readOnly]]))
      : {};
    expect(risks).toMatchObject({
      read_text_file: ['low', true],
      write_file: ['high', false],
    });
  });

  it('are high risk where the server is not trusted, but for what the config says', async () => {
    const listed = await servers.tools.toolsOf('mcp.wary');
    const risks = listed.ok
      ? Object.fromEntries(listed.value.map((tool) => [tool.name, tool.risk]))
      : {};
    expect(risks).toMatchObject({ 'get-sum': 'low', echo: 'high' });
  });

  it('are missing while a program cannot be started, which says so', async () => {
    const listed = await servers.tools.toolsOf('mcp.gone');
    expect(listed).toMatchObject({
      ok: false,
      error: {
        code: 'tool_unavailable',
        text: expect.stringMatching(/^The tool server gone cannot be reached: .*ENOENT/),
      },
    });
  });
});

describe('a call', () => {
  it('reads a file through the filesystem server', async () => {
    const path = join(dir, 'notes.txt');
    expect(await servers.call('files', 'read_text_file', { path })).toMatchObject({
      ok: true,
      text: 'buy milk\n',
    });
  });

  it('passes the failure of the tool on in its own words', async () => {
    const outside = await servers.call('files', 'read_text_file', { path: '/etc/hostname' });
    expect(outside).toMatchObject({
      ok: false,
      code: 'tool_failed',
      text: expect.stringContaining('Access denied'),
    });
  });

  it('does not reach the server with params out of shape', async () => {
    expect(await servers.call('files', 'read_text_file', {})).toEqual({
      ok: false,
      code: 'invalid_params',
      text: expect.stringContaining("must have required property 'path'"),
    });
  });

  it('keeps what the memory server was told, in the file the environment names', async () => {
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
    const made = await servers.call('memory', 'create_entities', { entities } as never);
    expect(made).toMatchObject({ ok: true });
    const graph = await servers.call('memory', 'read_graph');
    expect(graph).toMatchObject({ ok: true, text: expect.stringContaining('likes tea') });
    const file = await servers.call('files', 'read_text_file', { path: join(dir, 'graph.jsonl') });
    expect(file).toMatchObject({ ok: true, text: expect.stringContaining('likes tea') });
  });

  it('gives a picture back as bytes beside the text', async () => {
    const { attachments = [], ...outcome } = await servers.call('everything', 'get-tiny-image');
    expect(outcome).toMatchObject({ ok: true, format: 'text' });
    expect(attachments).toHaveLength(1);
    const [image] = attachments;
    expect(image).toMatchObject({ name: expect.stringMatching(/^image-/), mediaType: 'image/png' });
    expect([...(image?.bytes.subarray(0, 4) ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('gives a resource back as bytes under its own name', async () => {
    const { attachments = [] } = await servers.call('everything', 'gzip-file-as-resource', {
      name: 'hello.gz',
      data: 'data:text/plain,hello',
      outputType: 'resource',
    });
    expect(attachments).toEqual([
      { name: 'hello.gz', mediaType: 'application/gzip', bytes: expect.any(Uint8Array) },
    ]);
  });

  it('gives JSON as JSON', async () => {
    const outcome = await servers.call('everything', 'get-structured-content', {
      location: 'Chicago',
    });
    expect(outcome).toMatchObject({ ok: true, format: 'json' });
    expect(JSON.parse(outcome.text)).toMatchObject({ temperature: expect.any(Number) });
  });

  it('passes progress on', async () => {
    const reports: ToolProgress[] = [];
    const outcome = await servers.call(
      'everything',
      'trigger-long-running-operation',
      { duration: 0.2, steps: 2 },
      { progress: (report) => reports.push(report) },
    );
    expect(outcome).toMatchObject({ ok: true });
    // What comes in one breath with the result may be left out: the result says more.
    expect(reports).toContainEqual({ done: 1, total: 2, message: null });
  });

  it('ends at once when it is cancelled, and the server goes on serving', async () => {
    const cancel = new AbortController();
    const outcome = await servers.call(
      'everything',
      'trigger-long-running-operation',
      { duration: 600, steps: 6_000 },
      { signal: cancel.signal, progress: () => cancel.abort() },
    );
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled' });
    expect(await servers.call('everything', 'get-sum', { a: 1, b: 2 })).toMatchObject({ ok: true });
  });

  it('ends at its time limit, which progress moves on', async () => {
    const reports: ToolProgress[] = [];
    const moving = servers.call(
      'brief',
      'trigger-long-running-operation',
      { duration: 1.5, steps: 3 },
      { progress: (report) => reports.push(report) },
    );
    const still = servers.call('brief', 'trigger-long-running-operation', {
      duration: 30,
      steps: 1,
    });
    expect(await still).toEqual({
      ok: false,
      // It only reads: it may simply be asked again.
      code: 'tool_unavailable',
      text: expect.stringContaining('timed out'),
    });
    expect(await moving).toMatchObject({ ok: true });
    expect(reports.length).toBeGreaterThanOrEqual(2);
  });
});

describe('a server over stdio', () => {
  it('that is killed in the middle of a call ends the call, and is started anew for the next', async () => {
    const underWay = Promise.withResolvers<void>();
    const call = servers.call(
      'wary',
      'trigger-long-running-operation',
      { duration: 600, steps: 6_000 },
      { progress: () => underWay.resolve() },
    );
    await underWay.promise;
    // All three that run it: which of them is which cannot be told from outside.
    const running = descendants(process.pid).filter(({ commandLine }) =>
      commandLine.includes('mcp-server-everything stdio'),
    );
    expect(running).toHaveLength(3);
    await Promise.all(running.map(({ pid }) => killHard(pid)));
    expect(await call).toEqual({
      ok: false,
      code: 'outcome_unknown',
      text: 'MCP error -32000: Connection closed; it may have taken effect. Check before calling it again.',
    });
    const states = () =>
      Object.fromEntries(
        servers.source.status().map(({ server, state, restarts }) => [server, [state, restarts]]),
      );
    expect(states()).toMatchObject({ wary: ['idle', 0] });
    expect(await servers.call('wary', 'get-sum', { a: 1, b: 2 })).toMatchObject({
      ok: true,
      text: 'The sum of 1 and 2 is 3.',
    });
    expect(states()).toMatchObject({ wary: ['ready', 1] });
  });
});

describe('a server that a person starts anew', () => {
  it('is another process with the same tools', async () => {
    const pid = () => servers.source.detail('files')?.pid ?? null;
    const before = pid();
    expect(before).toEqual(expect.any(Number));
    expect(await servers.source.restart('files')).toBe(true);
    expect(pid()).toEqual(expect.any(Number));
    expect(pid()).not.toBe(before);
    expect(descendants(process.pid).some((one) => one.pid === before)).toBe(false);
    expect(await toolNames('mcp.files')).toContain('mcp.files::read_text_file');
  });

  it.each(['off', 'unknown'])('is none that could not run: %s', async (name) => {
    expect(await servers.source.restart(name)).toBe(false);
    expect(servers.source.detail(name)).toBeNull();
  });
});

describe('a server over HTTP', () => {
  it('is called, and called again after it was killed and started anew', async () => {
    const port = await freePort();
    const first = await everythingOverHttp(port);
    const remote = mkdtempSync(join(dir, 'http-'));
    const http = toolServers(remote, { far: { type: 'http', url: first.url } });
    try {
      const sum = { ok: true, text: 'The sum of 4 and 5 is 9.' };
      expect(await http.call('far', 'get-sum', { a: 4, b: 5 })).toMatchObject(sum);
      const reports: ToolProgress[] = [];
      const long = { duration: 0.1, steps: 2 };
      await http.call('far', 'trigger-long-running-operation', long, {
        progress: (report) => reports.push(report),
      });
      expect(reports).toContainEqual({ done: 1, total: 2, message: null });

      await first.kill();
      // A call that finds nobody there did nothing.
      expect(await http.call('far', 'get-sum', { a: 4, b: 5 })).toMatchObject({
        ok: false,
        code: 'tool_unavailable',
      });
      const second = await everythingOverHttp(port);
      try {
        expect(await http.call('far', 'get-sum', { a: 4, b: 5 })).toMatchObject(sum);
        expect(http.source.status()).toMatchObject([{ state: 'ready', restarts: 1 }]);
      } finally {
        await second.kill();
      }
    } finally {
      await http.tools.close();
    }
  });

  it('that was started anew between two calls loses one call at most', async () => {
    const port = await freePort();
    const first = await everythingOverHttp(port);
    const http = toolServers(mkdtempSync(join(dir, 'http-')), { far: { url: first.url } });
    const call = () => http.call('far', 'get-sum', { a: 1, b: 1 });
    expect(await call()).toMatchObject({ ok: true });
    await first.kill();
    const second = await everythingOverHttp(port);
    try {
      expect(await call()).toEqual({
        ok: false,
        code: 'tool_unavailable',
        text: expect.stringContaining('It did not run; it may be called again.'),
      });
      expect(await call()).toMatchObject({ ok: true });
    } finally {
      await http.tools.close();
      await second.kill();
    }
  });
});
