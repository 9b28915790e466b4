import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { ERROR_CODES } from '../../../shared/model/error-codes.ts';
import { type CliWorld, LIMITED, openCliWorld, TOO_LONG } from '../../kit/cli-world.ts';
import { type BatonOptions, runBaton, spawnBaton, streamBaton } from '../../kit/run-baton.ts';
import { asking } from '../../kit/browser-frames.ts';
import { ModelServer } from '../../kit/model-server.ts';
import { installedServer } from '../../kit/tool-servers.ts';

let world: CliWorld;

beforeAll(async () => {
  world = await openCliWorld({ everything: installedServer('everything', 'stdio') });
}, 60_000);

afterAll(() => world.close());

const baton = (args: readonly string[], options: BatonOptions = {}) =>
  runBaton(args, { ...options, env: { BATON_DATA_DIR: world.dataDir } });

/** The same as a process, where its own streams and its end are what is looked at. */
const batonProcess = (args: readonly string[], options: BatonOptions = {}) =>
  spawnBaton(args, { ...options, env: { BATON_DATA_DIR: world.dataDir } });

/** Returns the output for a person. */
async function say(...args: string[]): Promise<string> {
  const { code, out, err } = await baton(args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

/** Returns the output for a program. */
async function json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { code, out, err } = await baton([...args, '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.trimEnd()).not.toContain('\n');
  return JSON.parse(out) as T;
}

interface Items {
  readonly items: readonly Record<string, unknown>[];
}

describe('looking', () => {
  it('finds the conductor by its folder, its address, or the environment', async () => {
    const { dataDir, url } = world;
    const where = [
      runBaton(['status', '--json', '--data-dir', dataDir]),
      runBaton(['status', '--json', '--data-dir', dataDir, '--url', url]),
      runBaton(['status', '--json'], { env: { BATON_DATA_DIR: dataDir, BATON_URL: url } }),
    ];
    for (const { code, out } of await Promise.all(where)) {
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ version: expect.any(String) });
    }
  });

  it('status says how the whole stands', async () => {
    const [text, status] = await Promise.all([say('status'), json('status')]);
    expect(text).toContain(`at ${world.url}`);
    expect(text).toMatch(/browser +simulated 1: connected, 3 chats/);
    expect(status).toMatchObject({ clients: [{ connected: true }], database: expect.anything() });
  });

  it('doctor checks each link, and says how to mend what does not hold', async () => {
    const [text, checked] = await Promise.all([
      say('doctor'),
      json<{ ok: boolean; checks: { name: string; state: string }[] }>('doctor'),
    ]);
    expect(text).toMatch(/✓ database: sound/);
    expect(text).toMatch(/✓ browser: 1 of 1 connected/);
    expect(text).toMatch(/! mode: none is auto.*\n +baton mode <id> auto/);
    expect(text).toMatch(
      /! extension: 1 in simulated, and the conductor is \d.*\n +Run "baton extension"/,
    );
    expect(checked.ok).toBe(true);
    expect(checked.checks.map((one) => one.name)).toContain('tool server everything');
  });

  it('version, pair', async () => {
    expect(await say('version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await json('version')).toEqual({ version: expect.any(String) });
    expect(await say('pair')).toMatch(/^Open http.*\/pair#code=.*\nor type \d{6} into the popup/);
    expect(await json('pair')).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) });
  });

  it('conversations are listed, narrowed and found by the beginning of an id', async () => {
    const [text, all, none, shown] = await Promise.all([
      say('conversations'),
      json<Items>('conversations', '--limit', '2'),
      say('conversations', '--platform', 'claude'),
      say('show', world.ids.talks.slice(0, 6), '--messages', '1'),
    ]);
    expect(text).toMatch(/^ID +SITE +MODE +WAITING +SEEN +TITLE\n/);
    expect(text).toContain('Chat that talks');
    expect(all.items).toHaveLength(2);
    expect(none).toBe('No conversation matches.\n');
    expect(shown).toMatch(/^Chat that talks\nchatgpt · manual · a browser can serve it/);
    expect(shown).toContain('I am talks.');
    expect(await json('show', world.ids.silent)).toMatchObject({
      conversation: { local_conversation_id: world.ids.silent },
      messages: [{ text: 'I am silent.' }],
      approvals: [],
      jobs: [],
    });
  });

  it('clients are listed', async () => {
    expect(await say('clients', 'list')).toMatch(/simulated 1 +yes +3/);
    expect((await json<Items>('clients', 'list')).items).toHaveLength(1);
  });

  it('tools are listed with the state of their servers', async () => {
    const [text, listed] = await Promise.all([
      say('tools', '--target', 'mcp.everything'),
      json<{ items: { id: string }[]; servers: unknown[] }>('tools', world.ids.talks),
    ]);
    expect(text).toMatch(/mcp\.everything::get-sum +low +run/);
    expect(text).toMatch(/^everything: ready, \d+ tools$/m);
    expect(listed.items.map((one) => one.id)).toContain('conductor::time');
    expect(listed.servers).toMatchObject([{ server: 'everything', state: 'ready' }]);
  });
});

describe('conversations', () => {
  it('mode and drain change what Baton may do', async () => {
    const { silent } = world.ids;
    expect(await say('mode', silent, 'paused', '--reason', 'tea')).toBe(
      'Chat that silent is paused now.\n',
    );
    expect(await say('show', silent)).toContain('paused (tea)');
    expect(await json('mode', silent, 'auto')).toMatchObject({ mode: 'auto' });
    // Nothing is queued: it is drained at once.
    expect(await json('drain', silent)).toMatchObject({ local_conversation_id: silent });
    expect(await json('mode', silent, 'manual')).toMatchObject({ mode: 'manual' });
  });

  it('label, rename and renew, and take it back', async () => {
    const { unseen } = world.ids;
    expect(await say('label', unseen, 'one', 'two')).toBe('Chat that unseen: one, two\n');
    expect((await json<Items>('conversations', '--label', 'two')).items).toHaveLength(1);
    expect(await say('label', unseen)).toBe('Chat that unseen: no labels\n');
    expect(await json('rename', unseen, 'Mine')).toMatchObject({ title: 'Mine' });
    expect(await json('rename', unseen)).toMatchObject({ title: 'Chat that unseen' });
    const request = [
      '--goal',
      'peace',
      '--turns',
      '3',
      '--spacing',
      '2h',
      '--quiet',
      '22:00-07:30',
    ];
    expect(await json('renew', unseen, ...request)).toMatchObject({
      goal: 'peace',
      max_turns: 3,
      spacing_ms: 7_200_000,
      quiet_hours: { from_minute: 1_320, to_minute: 450 },
    });
    expect(await say('renew', unseen, '--stop')).toBe('Stopped after 0 turns.\n');
  });

  it('send waits for the reply, or does not', async () => {
    const { talks } = world.ids;
    expect(await say('send', talks, 'How are you?', '--wait')).toBe('You said: How are you?\n');
    const piped = await batonProcess(['send', talks, '-', '--wait', '--json'], {
      input: 'line 1\nline 2',
    });
    expect(JSON.parse(piped.out)).toMatchObject({
      job: { status: 'finalized', message_text: 'line 1\nline 2' },
      reply: { text: 'You said: line 1\nline 2' },
      timed_out: false,
    });
    expect(await say('send', talks, 'Bye')).toMatch(/^Queued as [\w-]+\.\n$/);
    expect(await say('search', 'how', 'are')).toContain('How are you?');
  });

  it('send prints a reply that is not whole, says so, and ends with an exit code of its own', async () => {
    const { talks } = world.ids;
    const { code, out, err } = await baton(['send', talks, TOO_LONG, '--wait']);
    expect({ code, out }).toEqual({ code: 13, out: `You said: ${TOO_LONG}\n` });
    expect(err).toContain('Cut off: the site ended this reply before its end.');
    expect(await say('show', talks)).toContain('Cut off: the site ended this reply');
    const asJson = await baton(['send', talks, TOO_LONG, '--wait', '--json']);
    expect(asJson.code).toBe(13);
    expect(JSON.parse(asJson.out)).toMatchObject({ reply: { complete: 'cut' } });
    expect(JSON.parse(asJson.err)).toMatchObject({
      error: { code: 'reply_not_whole' },
      exit_code: 13,
    });
  });

  it('send says that it waited in vain, and that the message goes on', async () => {
    const { code, out, err } = await baton(
      ['send', world.ids.silent, 'Hello?', '--wait', '--timeout', '200ms'],
      {},
    );
    expect({ code, out }).toEqual({ code: 9, out: '' });
    expect(err).toMatch(/^✗ No final reply yet; the message is acked\. See it with: baton jobs /);
  });

  it('send says why a message was not delivered, and retry sends it again', async () => {
    const { code, out, err } = await baton(
      ['send', world.ids.refuses, 'Hello?', '--wait', '--json'],
      {},
    );
    expect(code).toBe(8);
    expect(JSON.parse(err)).toEqual({
      error: {
        code: 'challenge_required',
        text: 'The message was not delivered: Are you a robot?',
        remedy: ERROR_CODES.challenge_required.remedy,
      },
      exit_code: 8,
    });
    const { job } = JSON.parse(out) as { job: { job_id: string } };
    expect(await say('jobs', job.job_id)).toMatch(/failed, tried 1 times\nchallenge_required: Are/);
    expect(await say('show', world.ids.refuses)).toContain('A delivery failed: Are you a robot?');
    expect(await json('retry', job.job_id.slice(0, 8))).toMatchObject({ status: 'pending' });
  });

  it('jobs are listed, and cancelled while they wait', async () => {
    const queued = await json<{ job: { job_id: string } }>('send', world.ids.unseen, 'Anyone?');
    const id = queued.job.job_id;
    expect(await say('jobs', '--status', 'pending', '--conversation', world.ids.unseen)).toContain(
      id.slice(0, 10),
    );
    expect(await say('cancel', id)).toBe(`${id} is failed now.\n`);
    expect(await json('jobs', id)).toMatchObject({
      status: 'failed',
      error: { code: 'cancelled' },
    });
  });

  it('send --new starts one', async () => {
    const started = await json('send', '--new', 'chatgpt', 'Hello, world', '--auto');
    expect(started).toMatchObject({ conversation: { mode: 'auto' }, job: { origin: 'person' } });
  });

  it('delete forgets one', async () => {
    const { items } = await json<Items>('conversations', '--limit', '1');
    const id = String(items[0]?.['local_conversation_id']);
    expect(await say('delete', id, '--yes')).toBe('Deleted. The chat site keeps its own copy.\n');
    expect((await baton(['show', id])).code).toBe(7);
  });

  it('watch and events --follow go on until they are interrupted', async () => {
    const where = ['--data-dir', world.dataDir];
    const watching = streamBaton(['watch', world.ids.unseen, ...where]);
    const following = streamBaton(['events', '--follow', '--after', '0', '--json', ...where]);
    const first = JSON.parse(await following.line(() => true)) as Record<string, unknown>;
    expect(first).toMatchObject({ event_id: 1, type: expect.any(String) });
    // It hears of nothing before it listens: the mode is set until it does.
    const heard = watching.line((line) => line.includes('is auto now'));
    let listening = false;
    void heard.then(() => (listening = true));
    while (!listening) {
      for (const mode of ['manual', 'auto'])
        await world.api('PUT', `/v1/conversations/${world.ids.unseen}/mode`, { mode });
    }
    expect(await heard).toContain(world.ids.unseen.slice(0, 10));
    expect(await Promise.all([watching.interrupt(), following.interrupt()])).toEqual([0, 0]);
  });

  it('events shows the trail, narrowed to types', async () => {
    const types = 'conversation.mode_set,conversation.created';
    const { items } = await json<Items>('events', '--type', types, '--limit', '200');
    expect(new Set(items.map((one) => one['type']))).toEqual(new Set(types.split(',')));
    const last = Number(items[0]?.['event_id']);
    const later = await json<Items>('events', '--after', String(last - 1), '--type', types);
    expect(later.items).toHaveLength(1);
    expect(await say('events', '--type', 'conversation.*')).toContain('conversation.mode_set');
  });
});

describe('actions', () => {
  it('are allowed, and not', async () => {
    await world.api('PUT', `/v1/conversations/${world.ids.talks}/mode`, { mode: 'auto' });
    const first = await world.asks('asks-1');
    const waiting = await say('approvals');
    expect(waiting).toContain('conversation::send waits medium risk');
    expect(waiting).toContain(`\n  "text": "asks-1"\n`);
    expect(waiting).toContain(`baton approve ${first}`);
    expect(await say('show', world.ids.talks)).toMatch(
      new RegExp(`waits: baton approve ${first}\\n {2}"to": ".*"\\n {2}"text": "asks-1"\\n`),
    );
    expect(await say('approve', first)).toBe('conversation::send: approved.\n');

    const second = await world.asks('asks-2');
    expect(await json('deny', second, '--reason', 'not today')).toMatchObject({
      decision: 'denied',
      reason: 'not today',
      decided_by: expect.stringContaining('cli'),
    });
    expect(await say('approvals')).toBe('Nothing waits for you.\n');
    expect((await json<Items>('approvals', '--all')).items).toHaveLength(2);
    // What was answered stays answered.
    const { code, err } = await baton(['approve', second]);
    expect(code).toBe(8);
    expect(err).toContain('denied');
    expect((await baton(['outcome', second, 'run-again'])).code).toBe(8);

    const { items } = await json<Items>('actions', '--conversation', world.ids.talks);
    expect(items).toHaveLength(2);
    const id = String(items[0]?.['instruction_id']);
    expect(await say('actions', id)).toContain('action_denied');
    expect(await say('actions')).toContain('conversation::send');
  });

  it('run with params that a person mended, from standard input', async () => {
    const id = await world.asks('asks-3');
    const params = { to: world.ids.refuses, text: 'mended' };
    const { code } = await baton(['approve', id, '--params', '-'], {
      input: JSON.stringify(params),
    });
    expect(code).toBe(0);
    const { items } = await json<Items>('actions', '--conversation', world.ids.talks);
    expect(items[0]).toMatchObject({ params });
  });

  it('are cancelled while they wait', async () => {
    const id = await world.asks('asks-4');
    const { instruction } = await world.api<{ instruction: { instruction_id: string } }>(
      'GET',
      `/v1/approvals/${id}`,
    );
    expect(await say('cancel', instruction.instruction_id)).toBe(
      'conversation::send is failed now.\n',
    );
  });

  it('that wait for a person are named to whoever waits for all to be over', async () => {
    const id = await world.asks('asks-9');
    const args = ['send', world.ids.talks, 'Meanwhile?', '--wait', '--data-dir', world.dataDir];
    const waiting = streamBaton(args, 'stderr');
    const note = await waiting.line((line) => line.includes('your approval'));
    expect(note).toBe('The reply is in; 1 action needs your approval: baton approvals lists them.');
    await baton(['deny', id]);
    expect(await waiting.end()).toBe(0);
  });

  it('fall under rules', async () => {
    const made = await json<{ rule_id: string }>(
      'policy',
      'add',
      'conversation::*',
      'deny',
      '--conversation',
      world.ids.talks,
      '--params',
      '{"to":"*"}',
      '--reason',
      'no',
    );
    expect(await say('policy', 'list')).toMatch(/deny +\S{10} +conversation::\* +\{"to":"\*"\}/);
    const rules = await json<Items>('policy', 'list', '--conversation', world.ids.talks);
    expect(rules.items).toHaveLength(1);
    expect(await say('policy', 'remove', made.rule_id.slice(0, 6))).toBe('Removed.\n');
    expect(await say('policy', 'list')).toMatch(/^No rules/);
  });

  it('leave artifacts, which are read, kept and removed', async () => {
    await world.says('asks-5', asking('@mcp.everything::get-tiny-image::{}'));
    await world.inbox.first('delivery.enqueue', (job) => job.message_text.includes('Kept:'));
    const { items } = await json<Items>('artifacts', 'list');
    expect(items).toHaveLength(1);
    const id = String(items[0]?.['artifact_id']);
    expect(await say('artifacts', 'list')).toMatch(/image\/png/);
    const file = join(world.dir, 'image.png');
    expect(await say('artifacts', 'get', id, '-o', file)).toBe(`Written to ${file}.\n`);
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
    expect(statSync(file).mode & 0o077).toBe(0);
    const again = await baton(['artifacts', 'get', id, '-o', file]);
    expect({ code: again.code, err: again.err }).toEqual({
      code: 2,
      err: expect.stringContaining('choose a new name'),
    });
    expect((await batonProcess(['artifacts', 'get', id])).out).toContain('PNG');
    const link = await say('artifacts', 'link', id, '--for', '1m');
    expect((await fetch(link.trim())).headers.get('content-type')).toBe('image/png');
    expect(await say('artifacts', 'bucket')).toBe('There is no bucket.\n');
    expect(await json('artifacts', 'delete', id)).toEqual({ deleted: true });
  });
});

describe('agents', () => {
  it('are talked to, and what they did is shown', async () => {
    const model = await new ModelServer(() => ({ text: 'Green tea.' })).start();
    onTestFinished(() => model.stop());
    model.configure(world.dataDir);
    expect(await json('models', 'probe', '--model', 'test:small')).toMatchObject({
      text: 'Green tea.',
      tools: false,
    });
    const { session_id: id } = await json('agents', 'open', '--agent', 'time', '--model', 'test:m');
    expect(await say('send', String(id), 'Which tea?', '--wait')).toBe('Green tea.\n');
    const { items } = await json<Items>('agents', 'runs');
    expect(await json('agents', 'show-run', String(items[0]?.['run_id']))).toMatchObject({
      session_id: id,
      status: 'succeeded',
      steps: [{ text: 'Green tea.' }],
    });
    const unknown = await baton(['agents', 'open', '--agent', 'tiem', '--model', 'test:m']);
    expect(unknown).toMatchObject({ code: 7, err: expect.stringContaining('Did you mean time?') });
    const unfit = await baton(['agents', 'open', '--agent', 'time', '--model', 'small']);
    expect(unfit.err).toContain('model: is written as endpoint:model');
  });
});

describe('settings and data', () => {
  it('config reads and changes settings', async () => {
    expect(await say('config', 'get')).toMatch(/^policy\.medium = "ask" {2}\(default\)$/m);
    expect(await say('config', 'get', 'policy.medium')).toBe('policy.medium = "ask"\n');
    expect(await json<string>('config', 'get', 'policy.medium')).toBe('ask');
    expect(await say('config', 'set', 'policy.medium', 'deny')).toBe('policy.medium = "deny"\n');
    expect(await json('config', 'set', 'policy.medium', 'ask')).toMatchObject({
      settings: { policy: { low: 'run', medium: 'ask', high: 'ask' } },
      changed: ['policy.medium'],
    });
    const after = await say('config', 'set', 'pacing.chatgpt.min_spacing_ms', '1500');
    expect(after).toBe('pacing.chatgpt.min_spacing_ms = 1500 (1s 500ms)\n');
    expect(await say('config', 'set', 'retention.events_ms', '30d')).toBe(
      'retention.events_ms = 2592000000 (30d)\n',
    );
    expect(await say('config', 'unset', 'pacing.chatgpt')).toMatch(
      /^pacing\.chatgpt\.min_spacing_ms = 2000 \(2s\) {2}\(default\)$/m,
    );
    await say('config', 'set', 'approvals_expire_after_ms', '2d');
    expect(await say('config', 'set', 'approvals_expire_after_ms', 'null')).toBe(
      'approvals_expire_after_ms = null\n',
    );
    expect(await json('config', 'get')).toMatchObject({
      changed: ['policy.medium', 'retention.events_ms'],
    });
  });

  it('export and import carry conversations over', async () => {
    const file = join(world.dir, 'all.jsonl');
    const { talks } = world.ids;
    expect(await json('export', talks, '-o', file)).toEqual({ file });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toEqual(expect.any(Object));
    expect(await json('import', file)).toEqual({ imported: 0, known: 1 });
    await say('delete', talks, '--yes');
    expect(await say('import', file)).toBe('1 imported, 0 were here already.\n');
    expect(await say('show', talks, '--messages', '200')).toContain('You said: How are you?');
    expect(await say('export', talks, '--format', 'markdown')).toMatch(/^# Chat that talks\n/);
  });

  it('import of many conversations tells how many are done', async () => {
    const file = join(world.dir, 'many.jsonl');
    const rows = Array.from({ length: 120 }, (_none, index) => ({
      table: 'conversations',
      row: {
        conversation_key: `claude/many-${index}`,
        local_conversation_id: `many-${index}`,
        platform: 'claude',
        remote_conversation_id: `many-${index}`,
        mode: 'manual',
        final_timeout_ms: 1_000,
        created_at: 1,
        updated_at: 1,
        version: 1,
      },
    }));
    const lines = [{ baton_export: 1 }, ...rows].map((row) => JSON.stringify(row));
    writeFileSync(file, lines.join('\n'));
    expect(await runBaton(['import', file, '--data-dir', world.dataDir])).toEqual({
      code: 0,
      out: '120 imported, 0 were here already.\n',
      err: '100 of 120 conversations …\n',
    });
  });

  it('retention counts what it would forget, and vacuum gives space back', async () => {
    expect(await json('retention', '--dry-run')).toMatchObject({ dry_run: true });
    expect(await say('retention')).toMatch(/^Forgot 0 events/);
    expect(await say('vacuum')).toMatch(/^From [\d.]+ kB to [\d.]+ kB\.\n$/);
  });

  it('backup copies all of it, and restore puts it in the place of a data folder', async () => {
    const folder = join(world.dir, 'backup');
    expect(await say('backup', folder)).toMatch(/^Backed up to .*backup \(/);
    const fresh = join(world.dir, 'fresh');
    const into = ['--data-dir', fresh, '--json'];
    const restored = await runBaton(['restore', folder, '--mine', ...into]);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(restored.out)).toMatchObject({
      restored: folder,
      data_dir: fresh,
      kept_aside: null,
      browsers_paired: 1,
    });
    expect(existsSync(join(fresh, 'baton.db'))).toBe(true);
    writeFileSync(join(folder, 'baton.db'), 'not what was backed up');
    const damaged = await runBaton(['restore', folder, '--data-dir', fresh]);
    expect(damaged).toEqual({ code: 3, out: '', err: expect.stringContaining('is damaged') });
  });

  it('restore takes a backup that was not made of the data folder from who says that it is theirs', async () => {
    const folder = join(world.dir, 'from-a-stranger');
    await say('backup', folder);
    const dir = join(world.dir, 'elsewhere');
    const refused = await runBaton(['restore', folder, '--data-dir', dir]);
    expect(refused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('--mine') });
    expect(existsSync(join(dir, 'baton.db'))).toBe(false);
    expect(await runBaton(['restore', folder, '--mine', '--data-dir', dir])).toMatchObject({
      code: 0,
    });
    // From then on it is the folder's own.
    expect(await runBaton(['restore', folder, '--data-dir', dir])).toMatchObject({ code: 0 });
  });

  it('unpark ends the wait for a limit, which status, show and doctor tell of', async () => {
    const { refuses } = world.ids;
    await say('send', refuses, LIMITED);
    const told = /The site named 100 years; Baton waits 7 days and looks again\./;
    await expect.poll(() => say('status')).toMatch(told);
    expect(await say('show', refuses)).toMatch(told);
    expect((await baton(['doctor'])).out).toContain("baton unpark 'chatgpt'");
    expect(await say('unpark', 'chat')).toMatch(
      /^chatgpt may be sent to again; it was parked until .*\nDeliveries that waited for it: 1\.\n$/,
    );
    expect(await json('unpark', 'chatgpt')).toEqual({
      account_key: 'chatgpt',
      was_parked_until: null,
      deliveries: 0,
    });
    expect(await baton(['unpark', 'nobody'])).toMatchObject({ code: 7, out: '' });
  });

  it('clients revoke unpairs a browser', async () => {
    const { items } = await json<Items>('clients', 'list');
    expect(await say('clients', 'revoke', String(items[0]?.['client_id']))).toBe('Unpaired.\n');
    expect(await say('clients', 'list')).toMatch(/^No browser is paired/);
    const { code, out } = await baton(['doctor']);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/✗ browser: none is/) });
  });
});
