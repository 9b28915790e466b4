import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { EXIT } from '../../../conductor/src/cli/exit-codes.ts';
import { type CliWorld, openCliWorld } from '../../kit/cli-world.ts';
import { runBaton, spawnBaton } from '../../kit/run-baton.ts';

let world: CliWorld;
/** Prefix that the ids of two conversations share. */
let twins: string;
/** A delivery that is finalized. */
let done: string;

beforeAll(async () => {
  world = await openCliWorld();
  const { ids, api } = world;
  for (const id of [ids.silent, ids.talks])
    await api('PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' });
  await api('PUT', `/v1/conversations/${ids.unseen}/mode`, { mode: 'paused' });
  const { job } = await api<{ job: { job_id: string } }>(
    'POST',
    `/v1/conversations/${ids.talks}/messages?wait=final`,
    { text: 'hi' },
  );
  done = job.job_id;
  writeFileSync(join(world.dir, 'taken'), '');
  writeFileSync(join(world.dir, 'not-an-export'), 'hello\n');
  mkdirSync(join(world.dir, 'not-a-backup'));
  twins = await importTwins();
}, 60_000);

afterAll(() => world.close());

/** An export with two conversations whose ids begin alike. */
async function importTwins(): Promise<string> {
  const answer = await fetch(`${world.url}/v1/export?conversation=${world.ids.refuses}`, {
    headers: { authorization: `Bearer ${world.adminSecret}` },
  });
  const text = await answer.text();
  for (const last of ['1', '2']) {
    const copy = text
      .replaceAll(world.ids.refuses, `twin-of-refuses-${last}`)
      .replaceAll('refuses-0', `twin-${last}`)
      .replaceAll('"refuses"', `"twin-${last}"`)
      .replaceAll('chatgpt/refuses', `chatgpt/twin-${last}`)
      .replaceAll(/"anchor_id":"[^"]+"/g, `"anchor_id":"anchor-of-twin-${last}"`);
    const done = await fetch(`${world.url}/v1/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.adminSecret}`,
        'content-type': 'application/x-ndjson',
      },
      body: copy,
    });
    if (!done.ok) throw new Error(await done.text());
  }
  return 'twin-of-refuses';
}

type Wrong = readonly [
  args: readonly string[] | (() => readonly string[]),
  code: keyof typeof EXIT,
  says: RegExp,
];

const chat = (name: 'talks' | 'silent' | 'unseen') => () => world.ids[name];
const at =
  (...args: readonly (string | (() => string))[]) =>
  () =>
    args.map((one) => (typeof one === 'string' ? one : one()));

/** Wrong commands by their fault: arguments, exit code, and error text. */
const WRONG: Readonly<Record<string, Wrong>> = {
  'no command': [[], 'usage', /^Usage: baton|unknown option '--json'/],
  'an unknown command': [['stats'], 'usage', /unknown command 'stats'.*Did you mean status/s],
  'an unknown option': [['status', '--loud'], 'usage', /unknown option '--loud'/],
  'a word too many': [['status', 'now'], 'usage', /too many arguments/],
  'an option without its value': [['jobs', '--limit'], 'usage', /'--limit <count>' argument miss/],
  'an unknown command of a group': [['config', 'put'], 'usage', /there is no setting put/],

  'show nothing': [['show'], 'usage', /missing required argument 'conversation'/],
  'show an unknown one': [['show', 'nobody'], 'notFound', /There is no conversation nobody\./],
  'show an ambiguous one': [
    at('show', () => twins.slice(0, 8)),
    'usage',
    /twin-of- fits more than one conversation: twin-of-refuses-[12], twin-of-refuses-[12]\./,
  ],
  'show half a message': [at('show', chat('talks'), '--messages', '0.5'), 'usage', /whole number/],
  'conversations in no mode': [['conversations', '--mode', 'asleep'], 'usage', /auto, manual/],
  'none of conversations': [['conversations', '--limit', '0'], 'usage', /limit: is at least 1\./],
  'more than all conversations': [
    ['conversations', '--limit', '9999'],
    'usage',
    /limit: is at most 200\./,
  ],

  'mode without one': [at('mode', chat('talks')), 'usage', /missing required argument 'mode'/],
  'an unknown mode': [
    at('mode', chat('talks'), 'asleep'),
    'usage',
    /Allowed choices are auto, manual/,
  ],
  'mode of nobody': [['mode', 'nobody', 'auto'], 'notFound', /no conversation nobody/],
  'drain what is paused': [at('drain', chat('unseen')), 'state', /paused/],
  'drain nobody': [['drain', 'nobody'], 'notFound', /no conversation nobody/],
  'renew without a goal': [at('renew', chat('talks')), 'usage', /--goal: is needed, or --stop/],
  'renew at no hours': [
    at('renew', chat('talks'), '--goal', 'x', '--quiet', 'nights'),
    'usage',
    /--quiet: is a span as 22:00-07:30 \(it was nights\)/,
  ],
  'stop what is not renewed': [at('renew', chat('talks'), '--stop'), 'notFound', /renew/i],
  'a label that is too long': [at('label', chat('talks'), 'x'.repeat(65)), 'usage', /labels/],
  'rename nobody': [['rename', 'nobody', 'Bob'], 'notFound', /no conversation nobody/],
  'delete with nobody to ask': [at('delete', chat('talks')), 'usage', /--yes: is needed/],
  'delete nobody': [['delete', 'nobody', '--yes'], 'notFound', /no conversation nobody/],

  'send nothing': [['send'], 'usage', /Write: baton send <conversation> <text>/],
  'send no text': [at('send', chat('talks')), 'usage', /Write: baton send/],
  'send an empty text': [at('send', chat('talks'), '-'), 'usage', /text: is empty/],
  'send to nobody': [['send', 'nobody', 'hi'], 'notFound', /no conversation nobody/],
  'send to whom is paused': [at('send', chat('unseen'), 'hi'), 'state', /paused.*auto/s],
  'send for no time': [
    at('send', chat('talks'), 'hi', '--wait', '--timeout', 'soon'),
    'usage',
    /--timeout: is a time as 30s, 10m, 2h or 3d \(it was soon\)/,
  ],
  'start where nobody can': [['send', '--new', 'myspace', 'hi'], 'state', /myspace.*on chatgpt\./],
  'start with a slip': [['send', '--new', 'chatgp', 'hi'], 'state', /Did you mean chatgpt\?/],
  'watch nobody': [['watch', 'nobody'], 'notFound', /no conversation nobody/],
  'search for nothing': [['search'], 'usage', /missing required argument 'words'/],
  'search in nobody': [['search', 'x', '--conversation', 'nobody'], 'notFound', /nobody/],
  'events after no event': [['events', '--after', 'noon'], 'usage', /--after: is a whole number/],
  'events of nobody': [['events', '--conversation', 'nobody'], 'notFound', /nobody/],
  'follow no type': [['events', '--follow', '--type', 'A!'], 'usage', /type: is types, comma-sep/],

  'approvals of nobody': [['approvals', '--conversation', 'nobody'], 'notFound', /nobody/],
  'approve nothing': [['approve'], 'usage', /missing required argument 'approval'/],
  'approve what nobody asked': [['approve', 'nothing'], 'notFound', /no approval nothing/],
  'approve with params that are none': [
    ['approve', 'nothing', '--params', '[1]'],
    'usage',
    /--params: is one JSON object \(it was \[1\]\)/,
  ],
  'deny what nobody asked': [['deny', 'nothing'], 'notFound', /no approval nothing/],
  'an unknown outcome': [['outcome', 'nothing', 'approve'], 'usage', /run-again, skip, tell/],
  'outcome of nothing': [['outcome', 'nothing', 'run-again'], 'notFound', /no approval nothing/],
  'jobs in no state': [['jobs', '--status', 'lost'], 'usage', /pending, dispatched/],
  'an unknown job': [['jobs', 'nothing'], 'notFound', /no job nothing/],
  'retry an unknown job': [['retry', 'nothing'], 'notFound', /no job nothing/],
  'retry what is done': [at('retry', () => done), 'state', /finalized/],
  'cancel nothing': [['cancel', 'nothing'], 'notFound', /nothing/],
  'cancel what is done': [at('cancel', () => done), 'state', /finalized/],
  'an unknown action': [['actions', 'nothing'], 'notFound', /nothing/],
  'actions in no state': [['actions', '--status', 'lost'], 'usage', /awaiting_approval/],
  'a rule that decides nothing': [['policy', 'add', 'a::b', 'maybe'], 'usage', /run, ask, deny/],
  'a rule for nobody': [
    ['policy', 'add', 'a::b', 'run', '--conversation', 'nobody'],
    'notFound',
    /nobody/,
  ],
  'a rule with params that are none': [
    ['policy', 'add', 'a::b', 'run', '--params', 'path'],
    'usage',
    /--params: is one JSON object/,
  ],
  'remove no rule': [['policy', 'remove', 'nothing'], 'notFound', /nothing/],

  'tools of nobody': [['tools', 'nobody'], 'notFound', /no conversation nobody/],
  'an unknown artifact': [['artifacts', 'get', 'nothing'], 'notFound', /no artifact nothing/],
  'delete an unknown artifact': [['artifacts', 'delete', 'nothing'], 'notFound', /nothing/],
  'revoke nobody': [['clients', 'revoke', 'nobody'], 'notFound', /no paired browser nobody/],
  'no such setting': [['config', 'get', 'colour'], 'usage', /there is no setting colour/],
  'set no such setting': [['config', 'set', 'colour', 'red'], 'usage', /no setting colour/],
  'set what does not fit': [
    ['config', 'set', 'policy.low', 'perhaps'],
    'usage',
    /policy\.low: is one of run, ask, deny\./,
  ],
  'set half a setting': [['config', 'set', 'policy.colour', 'run'], 'usage', /policy\.colour: t/],
  'unset no such setting': [['config', 'unset', 'colour'], 'notFound', /no setting colour/],
  'back up to a place of no root': [['backup', 'here'], 'usage', /here is not an absolute path/],
  'back up over something': [at('backup', () => world.dir), 'usage', /is there already/],
  'export in no format': [['export', '--format', 'pdf'], 'usage', /jsonl, markdown/],
  'export nobody': [['export', 'nobody'], 'notFound', /nobody/],
  'export over a file': [at('export', '-o', () => join(world.dir, 'taken')), 'usage', /choose a n/],
  'export to nowhere': [['export', '-o', '/nowhere/at/all'], 'usage', /--output: ENOENT/],
  'import nothing': [['import', '/nowhere'], 'usage', /file: ENOENT/],
  'import what is no export': [
    at('import', () => join(world.dir, 'not-an-export')),
    'usage',
    /line 1/i,
  ],
  'restore under a running conductor': [
    at('restore', () => join(world.dir, 'not-a-backup')),
    'data',
    /Another conductor uses .* Stop it/,
  ],
  'completion for no shell': [['completion', 'tcsh'], 'usage', /bash, zsh, fish/],
};

/** Both ways of telling come from one failure, so the second is looked at for some of all kinds. */
const told = Object.entries(WRONG).map(
  ([name, wrong], index) => [name, wrong, index % 6 === 0] as const,
);

describe('wrong use ends with its exit code and says what would be right', () => {
  it.concurrent.each(told)('%s', async (_name, [args, code, says], asJson) => {
    const given = typeof args === 'function' ? args() : args;
    const options = { env: { BATON_DATA_DIR: world.dataDir } };
    const { code: ended, out, err } = await runBaton(given, options);
    expect(err).toMatch(says);
    expect({ ended, out }).toEqual({ ended: EXIT[code], out: '' });
    if (!asJson) return;
    const other = await runBaton([...given, '--json'], options);
    const failure = JSON.parse(other.err) as { error: { code: string; text: string } };
    expect(failure).toEqual({
      error: expect.objectContaining({ code: expect.any(String), text: expect.any(String) }),
      exit_code: EXIT[code],
    });
    expect(failure.error.text).toMatch(says);
    expect(other.err.trimEnd()).not.toContain('\n');
    expect({ ended: other.code, out: other.out }).toEqual({ ended: EXIT[code], out: '' });
  });

  it.concurrent.each(['an unknown command', 'show an unknown one'])(
    '%s, as a process',
    async (name) => {
      const [args, code, says] = WRONG[name] as Wrong;
      const given = typeof args === 'function' ? args() : args;
      const ended = await spawnBaton(given, { env: { BATON_DATA_DIR: world.dataDir } });
      expect(ended).toEqual({ code: EXIT[code], out: '', err: expect.stringMatching(says) });
    },
  );
});
