import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { asking, finalMessage, runtimeReport } from '../../kit/browser-frames.ts';
import { runConductor, tempDir } from '../../kit/running-conductor.ts';
import {
  hostileServer,
  installedServer,
  linesOf,
  type ToolServers,
  toolServers,
} from '../../kit/tool-servers.ts';

const dir = mkdtempSync(join(tmpdir(), 'baton-mcp-'));

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function configured(servers: Readonly<Record<string, unknown>>): ToolServers {
  const made = toolServers(mkdtempSync(join(dir, 'config-')), servers);
  onTestFinished(() => made.tools.close());
  return made;
}

describe('an entry that is faulty', () => {
  it.each([
    ['no command', 'a', {}, 'mcpServers.a.command: Invalid input: expected string'],
    ['a number for a command', 'a', { command: 7 }, 'mcpServers.a.command: Invalid input'],
    ['one argument for a list', 'a', { command: 'x', args: '-v' }, 'mcpServers.a.args: '],
    ['a misspelt field', 'a', { command: 'x', enviroment: {} }, '"enviroment"'],
    ['no web address', 'a', { url: 'ftp://x' }, 'mcpServers.a.url: is an http(s) address'],
    ['a limit below a second', 'a', { command: 'x', timeoutMs: 5 }, 'mcpServers.a.timeoutMs: '],
    ['an unknown risk', 'a', { command: 'x', risk: { t: 'huge' } }, 'mcpServers.a.risk.t: '],
    ['a name no action can say', 'My Server', { command: 'x' }, 'a name is of a-z, 0-9'],
    ['no object', 'a', 'npx', 'mcpServers.a: Invalid input: expected object'],
    ['an unknown variable', 'a', { command: '${NOWHERE}' }, 'the environment has no NOWHERE'],
  ])(
    'with %s says where and what fits, and takes no other down',
    async (_what, name, entry, text) => {
      const servers = configured({ [name]: entry, good: hostileServer('tools') });
      const fault = expect.stringContaining(text);
      expect(servers.source.status()).toEqual([
        { server: name, state: 'faulty', tools: null, error: fault, restarts: 0 },
        { server: 'good', state: 'idle', tools: null, error: null, restarts: 0 },
      ]);
      expect(servers.source.status()[0]?.error).toContain(servers.configFile);
      expect(await servers.source.toolsOf(`mcp.${name}`)).toEqual({
        ok: false,
        error: { code: 'tool_unavailable', text: fault },
      });
      expect(servers.warnings).toHaveLength(1);
      expect(servers.warnings[0]).toContain('a tool server cannot be used');
    },
  );

  it('is told once, and not each time someone asks', () => {
    const servers = configured({ a: {} });
    for (let asked = 0; asked < 5; asked += 1) servers.source.status();
    expect(servers.warnings).toHaveLength(1);
  });
});

describe('a file that cannot be read as a whole', () => {
  it.each([
    ['is not JSON', (file: string) => writeFileSync(file, '{"mcpServers": {'), /is not JSON/],
    ['holds something else', (file: string) => writeFileSync(file, '[1]'), /is an object of serve/],
    [
      'is a folder',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
      /cannot be read \(EISDIR/,
    ],
  ])('since it %s is named, and the servers that ran go on', async (_what, spoil, text) => {
    const servers = configured({ good: hostileServer('tools') });
    expect(await servers.call('good', 'fine')).toMatchObject({ ok: true });
    spoil(servers.configFile);
    expect(servers.source.status()).toEqual([
      {
        server: 'mcp.json',
        state: 'faulty',
        tools: null,
        error: expect.stringMatching(text),
        restarts: 0,
      },
      expect.objectContaining({ server: 'good', state: 'ready' }),
    ]);
    expect(await servers.call('good', 'fine')).toMatchObject({ ok: true });
    rmSync(servers.configFile, { recursive: true });
    expect(servers.source.status()).toEqual([]);
    expect(servers.source.targets()).toEqual([]);
  });

  it('does not keep the conductor from starting, and its status names it', async () => {
    const dataDir = tempDir();
    mkdirSync(join(dataDir, 'mcp.json'));
    const conductor = await runConductor({}, dataDir);
    const answer = await conductor.admin('GET', '/v1/tools');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      servers: [{ server: 'mcp.json', state: 'faulty', error: expect.stringContaining('EISDIR') }],
    });
  });
});

describe('a file that is edited while the conductor runs', () => {
  it('brings servers, takes them away, and starts anew only what has changed', async () => {
    const log = (name: string) => join(dir, `edited-${name}.log`);
    const servers = configured({
      same: hostileServer('tools', log('same')),
      other: hostileServer('tools', log('other')),
      leaving: hostileServer('tools', log('leaving')),
    });
    for (const name of ['same', 'other', 'leaving'])
      expect(await servers.call(name, 'fine')).toMatchObject({ ok: true });

    servers.configure({
      same: hostileServer('tools', log('same')),
      other: { ...hostileServer('tools', log('other')), trust: 'none' },
      coming: hostileServer('tools', log('coming')),
    });
    expect(servers.tools.targets()).toEqual(['mcp.same', 'mcp.other', 'mcp.coming']);
    expect(await servers.tools.find('mcp.leaving', 'fine')).toMatchObject({
      ok: false,
      error: { code: 'unknown_tool' },
    });
    const risks = await Promise.all(
      ['same', 'other', 'coming'].map(async (name) => {
        const found = await servers.tools.find(`mcp.${name}`, 'fine');
        return found.ok ? found.value.risk : null;
      }),
    );
    expect(risks).toEqual(['low', 'high', 'low']);
    const starts = ['same', 'other', 'leaving', 'coming'].map(
      (name) => linesOf(log(name), 'start').length,
    );
    expect(starts).toEqual([1, 2, 1, 1]);
  });
});

describe('a result of a tool server in a conversation', () => {
  it('that is a picture, or long, is kept as an artifact and named to the assistant', async () => {
    const dataDir = tempDir();
    const mcpServers = {
      everything: installedServer('everything', 'stdio'),
      files: installedServer('filesystem', dataDir),
    };
    writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
    const long = join(dataDir, 'long.txt');
    writeFileSync(long, 'All work and no play.\n'.repeat(20_000));
    const conductor = await runConductor({}, dataDir);
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['c1']));
    await inbox.first('conversation.state');
    const [row] = conductor.rows<{ id: string }>(
      'select local_conversation_id as id from conversations',
    );
    await conductor.setMode(row?.id ?? '', 'auto');
    browser.send(
      finalMessage(
        'c1',
        'reply-1',
        asking(
          `@mcp.everything::get-tiny-image::{}\n@mcp.files::read_text_file::${JSON.stringify({ path: long })}`,
        ),
      ),
    );
    const { message_text: told } = await inbox.first('delivery.enqueue');
    const answer = await conductor.admin('GET', '/v1/artifacts');
    const { items } = (await answer.json()) as {
      items: { artifact_id: string; media_type: string; size_bytes: number }[];
    };
    expect(items.map((one) => one.media_type).toSorted()).toEqual([
      'image/png',
      'text/plain; charset=utf-8',
    ]);
    for (const { artifact_id: id } of items) expect(told).toContain(id);
    const text = items.find((one) => one.media_type.startsWith('text/'));
    expect(text?.size_bytes).toBe(22 * 20_000);
    const content = await conductor.admin('GET', `/v1/artifacts/${text?.artifact_id}/content`);
    expect(await content.text()).toBe('All work and no play.\n'.repeat(20_000));
  });
});
