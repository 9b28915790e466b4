import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { descendants } from '../../kit/process-tree.ts';
import { hostileServer, linesOf, type ToolServers, toolServers } from '../../kit/tool-servers.ts';

type Listed = Awaited<ReturnType<ToolServers['tools']['toolsOf']>>;

let dir: string;

let log: (name: string) => string;

let servers: ToolServers;

/**
 * Listings of the mute server: once it was given up, and right after that. They take time, while the others are tested.
 */
let mute: Promise<readonly [Listed, Listed]>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'baton-mcp-'));
  log = (name) => join(dir, `${name}.log`);
  servers = toolServers(
    dir,
    {
      early: hostileServer('tools', log('early')),
      mute: hostileServer('mute', log('mute')),
      stillborn: hostileServer('stillborn', log('stillborn')),
      bad: { ...hostileServer('tools', log('bad')), timeoutMs: 1_000 },
      big: hostileServer('tools', log('big')),
      noisy: hostileServer('noisy'),
    },
    { connectLimitMs: 6_000 },
  );
  await servers.tools.toolsOf('mcp.early');
  const ofMute = () => servers.tools.toolsOf('mcp.mute');
  mute = ofMute().then(async (first) => [first, await ofMute()]);
  await servers.tools.toolsOf('mcp.bad');
});

afterAll(async () => {
  await servers.tools.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('a server that cannot start', () => {
  it('says what it said last, and is left alone for a while that grows', async () => {
    const first = await servers.tools.toolsOf('mcp.stillborn');
    expect(first).toMatchObject({
      ok: false,
      error: {
        code: 'tool_unavailable',
        text: expect.stringMatching(
          /^The tool server stillborn cannot be reached: .*closed\nthe fuse is blown$/,
        ),
      },
    });
    for (let asked = 0; asked < 20; asked += 1)
      expect(await servers.tools.toolsOf('mcp.stillborn')).toEqual(first);
    expect(linesOf(log('stillborn'), 'start')).toHaveLength(1);
    expect(servers.source.status()).toContainEqual(
      expect.objectContaining({ server: 'stillborn', state: 'backoff', tools: null }),
    );
    expect(servers.source.detail('stillborn')).toEqual({
      pid: null,
      lastWords: 'the fuse is blown\n',
    });
    // The first wait is between a quarter and half a second, the second between half and one.
    const tryAgain = async (starts: number): Promise<number> => {
      const startedAt = performance.now();
      while (linesOf(log('stillborn'), 'start').length < starts) {
        await servers.tools.toolsOf('mcp.stillborn');
        await new Promise(setImmediate);
      }
      return performance.now() - startedAt;
    };
    await tryAgain(2);
    expect(await tryAgain(3)).toBeGreaterThan(400);
  });
});

describe('invalid tools', () => {
  it('take no other down, and get names that an action can say', async () => {
    const listed = await servers.tools.toolsOf('mcp.bad');
    const names = listed.ok ? listed.value.map((tool) => tool.name) : [];
    expect(names).toEqual(expect.arrayContaining(['fine', 'bad_output_schema']));
    expect(names).not.toContain('no_object');
    expect(names.filter((name) => name.startsWith('t'))).toEqual([
      'ttwo_words_rm_-rf_',
      'ttwo_words_rm_-rf__2',
      't_baton_run',
      't_evil_2J',
      't',
      `t${'x'.repeat(99)}`,
    ]);
    for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_.-]{0,127}$/);
    expect(servers.warnings).toContain('invalid tools are left out {"server":"bad","faulty":4}');
  });

  it('are called under the names that the server knows', async () => {
    const outcome = await servers.call('bad', 't_baton_run', { a: 1 });
    expect(outcome).toMatchObject({ ok: true, text: '{"name":"@baton::run","given":{"a":1}}' });
    const second = await servers.call('bad', 'ttwo_words_rm_-rf__2');
    expect(second.text).toContain('two words& rm -rf /');
  });

  it('leave the judgement of params to the server where their schema is none', async () => {
    expect(await servers.call('bad', 'bad_input_schema', { a: 1 })).toMatchObject({ ok: true });
  });

  it('may break their own output schema: the text is what counts', async () => {
    expect(await servers.call('bad', 'bad_output_schema')).toMatchObject({ ok: true });
  });

  it('may come later, and are seen', async () => {
    const names = async () => {
      const listed = await servers.tools.toolsOf('mcp.bad');
      return listed.ok ? listed.value.map((tool) => tool.name) : [];
    };
    expect(await names()).not.toContain('grown');
    await servers.call('bad', 'grow');
    while (!(await names()).includes('grown')) await new Promise(setImmediate);
    expect(await servers.call('bad', 'grown')).toMatchObject({ ok: true });
  });
});

describe('invalid answers', () => {
  it.each([
    ['a text that is none', 'wrong_shape', 'tool_failed', /^It ran, but .*\(content: Invalid/],
    ['a picture that is none', 'not_base64', 'tool_failed', /\(content\.0\.data: Invalid Base64/],
    ['a failure without words', 'wordless_failure', 'tool_failed', /^The tool reported a failure/],
    ['an error of its own', 'own_error', 'tool_failed', /out of paper/],
  ])('%s is a failure', async (_what, tool, code, text) => {
    const outcome = await servers.call('bad', tool);
    expect(outcome).toEqual({
      ok: false,
      code,
      text: expect.stringMatching(text),
      ...(tool === 'wordless_failure' && { attachments: [] }),
    });
  });

  it('lines that are no messages are passed over', async () => {
    expect(await servers.call('noisy', 'fine', { a: 1 })).toMatchObject({
      ok: true,
      text: '{"name":"fine","given":{"a":1}}',
    });
    expect(servers.source.status()).toContainEqual(
      expect.objectContaining({ server: 'noisy', state: 'ready', restarts: 0 }),
    );
  });
});

describe('a tool that', () => {
  it('never answers ends at the time limit; whether it took effect is told apart', async () => {
    const [safe, unsafe] = await Promise.all([
      servers.call('bad', 'hang'),
      servers.call('bad', 'hang_unsafe'),
    ]);
    expect(safe).toMatchObject({
      code: 'tool_unavailable',
      text: expect.stringContaining('may be called again'),
    });
    expect(unsafe).toMatchObject({ code: 'outcome_unknown' });
    // The server is told that nobody waits any more.
    while (linesOf(log('bad'), 'cancelled').length < 2) await new Promise(setImmediate);
  });

  it('ends its server is told apart from one that failed, and the next call starts it anew', async () => {
    const before = linesOf(log('bad'), 'start').length;
    expect(await servers.call('bad', 'die')).toMatchObject({
      code: 'tool_unavailable',
      text: expect.stringContaining('Connection closed'),
    });
    expect(await servers.call('bad', 'fine')).toMatchObject({ ok: true });
    expect(linesOf(log('bad'), 'start')).toHaveLength(before + 1);
  });

  it('answers 50 MB is heard out', async () => {
    const outcome = await servers.call('big', 'flood');
    expect(outcome.ok).toBe(true);
    expect(outcome.text).toHaveLength(50 * 2 ** 20);
  });

  it('pours without an end is stopped with its server, and says why', async () => {
    const outcome = await servers.call('big', 'endless');
    expect(outcome).toMatchObject({
      ok: false,
      code: 'tool_unavailable',
      text: expect.stringContaining('a message of more than 93952410 bytes is not taken in'),
    });
    expect(await servers.call('big', 'fine')).toMatchObject({ ok: true });
  });
});

describe('a server that never answers', () => {
  it('is given up after a while, in words, and is not waited for again at once', async () => {
    const [listed, again] = await mute;
    expect(listed).toEqual({
      ok: false,
      error: {
        code: 'tool_unavailable',
        text: 'The tool server mute cannot be reached: it did not answer in time',
      },
    });
    expect(again).toEqual(listed);
    expect(linesOf(log('mute'), 'start')).toHaveLength(1);
  });

  it('leaves the limit to those that have not answered: another is not told that nobody waits', async () => {
    // What it had to answer in time was asked of it earlier, so that its time is over as well.
    await mute;
    await servers.call('early', 'fine');
    expect(linesOf(log('early'), 'call fine')).toHaveLength(1);
    expect(linesOf(log('early'), 'cancelled')).toEqual([]);
  });

  it('does not hold up the end of the conductor, and is ended with it', async () => {
    const own = toolServers(mkdtempSync(join(dir, 'mute-')), {
      mute: hostileServer('mute', log('ended')),
    });
    const asked = own.tools.toolsOf('mcp.mute');
    while (linesOf(log('ended'), 'start').length === 0) await new Promise(setImmediate);
    const startedAt = performance.now();
    await own.tools.close();
    expect(await asked).toMatchObject({ ok: false, error: { code: 'tool_unavailable' } });
    // Its input ends, and then it is told to: two seconds, and not all that a start may take.
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    const [line = ''] = linesOf(log('ended'), 'start');
    const pid = Number(line.split(' ')[1]);
    expect(descendants(process.pid).map((one) => one.pid)).not.toContain(pid);
  });
});
