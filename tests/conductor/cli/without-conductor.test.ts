import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ERROR_CODES } from '../../../shared/model/error-codes.ts';
import { ROOT } from '../../../launcher/root.ts';
import { cleanEnv, runBaton, spawnBaton } from '../../kit/run-baton.ts';

let dir: string;
/** A data folder whose conductor has ended. */
let ended: string;
let stranger: Server;
let strangerUrl: string;
/** Requests to the stranger, newest last. */
const asked: string[] = [];
let answer: (path: string) => { readonly status: number; readonly body: unknown } = () => ({
  status: 200,
  body: 'hello',
});

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'baton-cli-'));
  ended = join(dir, 'ended');
  mkdirSync(ended);
  writeFileSync(join(ended, 'admin-secret'), 'a secret of no running conductor at all');
  stranger = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { status, body } = answer(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => stranger.once('listening', resolve));
  const address = stranger.address();
  strangerUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
  // As after a crash: it names a port where somebody else listens by now, and the number of another process of ours.
  const note = { url: strangerUrl, pid: process.pid };
  writeFileSync(join(ended, 'conductor.json'), JSON.stringify(note));
  writeFileSync(join(ended, 'lock.db'), '');
});

afterAll(() => {
  stranger.close();
  rmSync(dir, { recursive: true, force: true });
});

const HOW_TO_START = ERROR_CODES.conductor_unreachable.remedy;
const COMMANDS = [
  ['status'],
  ['pair'],
  ['conversations'],
  ['show', 'abcdef'],
  ['send', 'abcdef', 'hi', '--wait'],
  ['watch'],
  ['events', '--follow'],
  ['policy', 'list'],
  ['config', 'get'],
  ['export'],
  ['backup'],
];

describe('where no conductor runs', () => {
  it.concurrent.each(COMMANDS.map((args) => [args.join(' '), args] as const))(
    '%s ends with 5, says how to start it, and tells a stranger no secret',
    async (_name, args) => {
      const { code, out, err } = await runBaton([...args, '--data-dir', ended]);
      expect({ code, out }).toEqual({ code: 5, out: '' });
      expect(err).toMatch(/^✗ No conductor runs with the data folder .*`baton start`/s);
      expect(asked).toEqual([]);
    },
  );

  it('a process ends so too', async () => {
    const { code, out, err } = await spawnBaton(['status', '--data-dir', ended]);
    expect({ code, out }).toEqual({ code: 5, out: '' });
    expect(err).toMatch(/^✗ No conductor runs with the data folder .*`baton start`/s);
  });

  it('and none ever has, the folder is named', async () => {
    const never = join(dir, 'never');
    const { code, err } = await runBaton(['status', '--data-dir', never, '--json']);
    expect(code).toBe(5);
    expect(JSON.parse(err)).toEqual({
      error: {
        code: 'conductor_unreachable',
        text: `No conductor has run with the data folder ${never}. ${HOW_TO_START}`,
      },
      exit_code: 5,
    });
  });

  it('doctor says so, link by link, and ends with 1', async () => {
    const { code, out } = await runBaton(['doctor', '--data-dir', ended, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'database', state: 'fail' }),
        expect.objectContaining({ name: 'conductor', mend: HOW_TO_START }),
      ]),
    });
    writeFileSync(join(ended, 'baton.db'), 'this is no database at all, and never was one');
    const damaged = await runBaton(['doctor', '--data-dir', ended]);
    expect(damaged.out).toContain('✓ seal key: none yet');
    writeFileSync(join(ended, 'seal-key'), 'no key\n', { mode: 0o600 });
    const locked = await runBaton(['doctor', '--data-dir', ended]);
    expect(locked.out).toMatch(/✗ seal key: .* is damaged/);
    expect(damaged.out).toMatch(/✗ database: .*\n +Restore a backup: baton restore <folder>/);
  });

  it('version, help and completion need none', async () => {
    for (const args of [['version'], ['--version'], ['--help'], ['send', '--help'], ['help']])
      expect((await runBaton(args)).code).toBe(0);
  });

  it('restore says what is no backup', async () => {
    const { code, err } = await runBaton(['restore', dir, '--data-dir', join(dir, 'into')]);
    expect({ code, err }).toEqual({
      code: 3,
      err: expect.stringMatching(/is no backup: it is not/),
    });
  });

  it('mcp ends with 5, and says how to start one on standard error', async () => {
    const { code, out, err } = await spawnBaton(['mcp', '--data-dir', join(dir, 'never')]);
    expect({ code, out }).toEqual({ code: 5, out: '' });
    expect(err).toMatch(
      /^No conductor has run with the data folder .*`baton start` or your service\.\n$/,
    );
  });
});

describe('where something else answers', () => {
  it.each([
    ['an answer that is none of ours', 200, 'hello', 1, /invalid.*of another version/],
    ['a failure that is none of ours', 500, {}, 1, /answered 500: it is no conductor of this/],
    [
      'a conductor that knows another secret',
      401,
      { code: 'unauthorized', detail: 'The admin secret is wrong.' },
      6,
      /The admin secret is wrong\..*name it with --data-dir/s,
    ],
  ])('%s is told', async (_what, status, body, code, says) => {
    answer = () => ({ status, body });
    const told = await runBaton(['status', '--data-dir', ended, '--url', strangerUrl]);
    expect(told).toEqual({ code, out: '', err: expect.stringMatching(says) });
  });

  it.each(['localhost', 'ftp://127.0.0.1', ''])('the address %j is refused', async (url) => {
    const told = await runBaton(['status', '--data-dir', ended, `--url=${url}`]);
    expect(told).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^✗ --url: is an address as http:\/\/127\.0\.0\.1:7717/),
    });
  });

  it('a secret that cannot be read is told', async () => {
    const odd = join(dir, 'odd');
    mkdirSync(join(odd, 'admin-secret'), { recursive: true });
    const told = await runBaton(['status', '--data-dir', odd]);
    expect(told).toMatchObject({ code: 6, err: expect.stringContaining('admin-secret cannot be') });
  });
});

describe('a long wait', () => {
  it('is asked for in pieces that no proxy or client gives up on', async () => {
    const job = {
      job_id: 'job-1',
      local_conversation_id: 'chat-1',
      status: 'acked',
      error: null,
      delivery_kind: 'proxy_delivery',
      origin: 'person',
      message_text: 'hi',
      artifact_id: null,
      assistant_message_id: null,
      user_message_id: null,
      attempt_count: 1,
      max_attempts: 5,
      due_at: null,
      created_at: 1,
      updated_at: 1,
      started_at: 1,
      finished_at: null,
    };
    const reply = {
      message_id: 'm',
      role: 'assistant',
      author: 'assistant',
      text: 'At last.',
      complete: 'whole',
      observed_at: 1,
      job_id: 'job-1',
      actions: 0,
    };
    const open = { actions: 0, approvals: 0, deliveries: 0 };
    let waits = 0;
    answer = (path) => {
      if (path.startsWith('/v1/conversations?'))
        return { status: 200, body: { items: [], next_cursor: null } };
      if (!path.startsWith('/v1/jobs/job-1/reply'))
        return { status: 201, body: { job, reply: null, timed_out: false, open } };
      waits += 1;
      return {
        status: 200,
        body: { job, reply: waits < 3 ? null : reply, timed_out: waits < 3, open },
      };
    };
    asked.length = 0;
    const told = await runBaton([
      'send',
      'chat-1',
      'hi',
      '--wait',
      '--timeout',
      '3h',
      '--data-dir',
      ended,
      '--url',
      strangerUrl,
    ]);
    expect(told).toEqual({ code: 0, out: 'At last.\n', err: '' });
    // Sent once, and waited for in minutes.
    expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1);
    expect(asked.slice(-3)).toEqual(
      Array.from({ length: 3 }, () => 'GET /v1/jobs/job-1/reply?until=final&timeout_ms=60000'),
    );
  });
});

describe('completion', () => {
  it('of bash offers commands, and options and inner commands of one', async () => {
    const { code, out } = await runBaton(['completion', 'bash']);
    expect(code).toBe(0);
    const script = [
      out,
      'try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _baton; echo "${COMPREPLY[@]}"; }',
      'complete -p baton',
      'try baton con',
      'try baton send --w',
      'try baton policy a',
      'try baton policy --rea',
      'try baton nonsense --',
    ].join('\n');
    const bash = spawn('bash', ['--norc', '--noprofile', '-uo', 'pipefail'], { env: cleanEnv() });
    bash.stdin.end(script);
    const [said, faults] = await Promise.all([text(bash.stdout), text(bash.stderr)]);
    expect(faults).toBe('');
    expect(said.split('\n')).toEqual([
      'complete -F _baton baton',
      'conversations config',
      '--wait',
      'add',
      '--reason',
      '',
      '',
    ]);
  });

  it('of bash runs no word that others have named, and offers it quoted', async () => {
    const { out } = await runBaton(['completion', 'bash']);
    const words = ['x|$(touch${IFS}ran)', '`touch${IFS}ran`;*', 'plain'];
    const script = [
      out,
      `baton() { printf '%s\\twhat it is\\n' ${words.map((word) => `'${word}'`).join(' ')}; }`,
      'COMP_WORDS=(baton unpark ""); COMP_CWORD=2; COMPREPLY=(); _baton',
      'for word in "${COMPREPLY[@]}"; do [[ $word == --* ]] || eval "echo -E $word"; done',
      'ls',
    ].join('\n');
    const empty = mkdtempSync(join(dir, 'empty-'));
    const bash = spawn('bash', ['--norc', '--noprofile'], { cwd: empty, env: cleanEnv() });
    bash.stdin.end(script);
    const [said, faults] = await Promise.all([text(bash.stdout), text(bash.stderr)]);
    expect(faults).toBe('');
    expect(said.split('\n')).toEqual([...words, '']);
  });

  it.each([
    ['zsh', 'compdef() { :; }\n'],
    ['fish', ''],
  ] as const)('of %s loads where there is one', async (shell, before) => {
    const { code, out } = await runBaton(['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('conversations');
    // Quotes are closed, whatever the descriptions hold.
    expect(out.replaceAll(/[^']/g, '').length % 2).toBe(0);
    const child = spawn(shell, shell === 'zsh' ? ['-f'] : ['--no-config'], { cwd: ROOT });
    const missing = await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(true));
      child.once('spawn', () => resolve(false));
    });
    if (missing) return;
    child.stdin.end(`${before}${out}`);
    expect(await text(child.stderr)).toBe('');
  });
});
