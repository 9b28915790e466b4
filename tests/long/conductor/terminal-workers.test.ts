import { mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import { followStream } from '../../kit/follow-stream.ts';
import { PLANNER, programWorld, type ProgramWorld, WORKER } from '../../kit/program-world.ts';
import { call, planOf, runWorld } from '../../kit/run-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';

const TEAM = { Planner: 'terminal:planner', Executor: 'terminal:worker' };

/** A worker of terminals starts as a process of its own, and screens rest a second before they are read. */
const SLOW = 120_000;

const waiting = async ({ ask }: ProgramWorld) =>
  (await ask<ResponseOf<'listApprovals'>>('GET', '/v1/approvals?decision=open')).items;

/** Returns the texts that a fake program got, in order. */
const toldIn = (log: string): readonly string[] => {
  try {
    return readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as string);
  } catch {
    return [];
  }
};

describe.skipIf((await loadPty()) === null)('workers in terminals', () => {
  test(
    'FR-004: a planner and a worker in terminals plan, work and report, each told once',
    async () => {
      const logs = { planner: join(tempDir(), 'planner'), worker: join(tempDir(), 'worker') };
      const runs = await programWorld({
        planner: { ...PLANNER, log: logs.planner },
        worker: { ...WORKER, log: logs.worker, trust: false },
      });
      const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
      const run = await runs.reaches(id, 'finished');
      expect(run).toMatchObject({
        conclusion: 'By hand.',
        plan: [{ status: 'done' }, { status: 'done' }],
        workers: [
          { status_snapshot: { source: 'guessed' } },
          { status_snapshot: { source: 'guessed' } },
        ],
      });
      const count = (texts: readonly string[], words: string) =>
        texts.filter((text) => text.includes(words)).length;
      expect(count(toldIn(logs.planner), '# The goal')).toBe(1);
      expect(count(toldIn(logs.planner), '__MPS_TOOL_RESULT__ {"id":"p1","ok":true')).toBe(1);
      expect(count(toldIn(logs.worker), '# Task: Find')).toBe(1);
      expect(count(toldIn(logs.worker), '# Task: Compare')).toBe(1);
      expect(runs.conductor.rows('select count(*) as n from run_calls')).toEqual([{ n: 4 }]);
      const lines = run.workers.flatMap(({ status_snapshot: { last_lines } }) => last_lines);
      expect(lines.join('\n')).toContain('A | B');
      expect(lines.join('\n')).not.toContain('__MPS_');
      // What a terminal shows is kept nowhere.
      const kept = JSON.stringify(runs.conductor.rows('select raw_text from message_anchors'));
      expect(kept).not.toContain('A | B');
    },
    SLOW,
  );

  test(
    'a screen that changes alone is told to who looks',
    async () => {
      const runs = await programWorld({
        planner: { rules: [{ on: '', does: [{ say: 'I think.' }, { silent: true }] }] },
        worker: WORKER,
      });
      const live = await followStream(runs.conductor, '/v1/live?topics=worker.seen');
      const run = await runs.start({ templates: TEAM });
      const worker = run.workers.find((one) => one.is_planner)?.tab_id;
      const shown = async (): Promise<string> => {
        const [planner] = (await runs.shown(run.run_id)).workers;
        return planner?.status_snapshot.last_lines.join('\n') ?? '';
      };
      // Asked for when it is told alone, as a page does.
      let seen = 0;
      for (let lines = ''; !lines.includes('I think.'); seen += 1, lines = await shown()) {
        let told = 0;
        const { data } = await live.first(
          ({ event }) => event === 'worker.seen' && (told += 1) > seen,
        );
        expect(JSON.parse(data)).toEqual({ run_id: run.run_id, worker });
      }
      expect(seen).toBeGreaterThan(0);
    },
    SLOW,
  );

  test(
    'FR-006: what a program asks in its terminal is answered by a person alone',
    async () => {
      const runs = await programWorld({
        planner: { ...PLANNER, trust: true },
        worker: WORKER,
      });
      const { run_id: id } = await runs.start({ templates: TEAM });
      await expect.poll(async () => (await waiting(runs)).length, { timeout: SLOW }).toBe(1);
      const [asked] = await waiting(runs);
      expect(asked).toMatchObject({
        subject: { kind: 'worker_question' },
        instruction: { params: { approve: 'Enter', deny: 'Escape' } },
      });
      expect(asked?.subject.words).toContain('Do you trust the files in this folder?');
      const { workers, waits } = await runs.shown(id);
      expect(workers[0]?.status_snapshot).toMatchObject({ status: 'stuck', waits: 1 });
      expect(waits).toMatchObject([{ kind: 'question' }]);
      await runs.ask('POST', `/v1/approvals/${asked?.approval_id}/decision`, {
        decision: 'approve',
      });
      await expect
        .poll(async () => (await runs.shown(id)).waits.map(({ kind }) => kind), { timeout: SLOW })
        .toEqual(['plan']);
    },
    SLOW,
  );

  test(
    'a program that ends is lost',
    async () => {
      const runs = await programWorld({ planner: { rules: [{ on: '', does: [{ exit: 3 }] }] } });
      const team = { Planner: 'terminal:planner', Executor: 'terminal:planner' };
      const { run_id: id } = await runs.start({ templates: team });
      await expect
        .poll(async () => (await runs.shown(id)).workers[0]?.status_snapshot, { timeout: SLOW })
        .toMatchObject({ status: 'error', error: 'worker_lost' });
    },
    SLOW,
  );

  test(
    'a program whose terminal went with the conductor is lost, and told nothing again',
    async () => {
      const planner = { rules: [{ on: '# The goal', does: [{ silent: true as const }] }] };
      const team = { Planner: 'terminal:planner', Executor: 'terminal:planner' };
      const runs = await programWorld({ planner });
      const { run_id: id } = await runs.start({ templates: team });
      const said = (world: ProgramWorld) =>
        world.conductor.rows(`select status from resource_calls where tool = 'terminal.say'`);
      await expect.poll(() => said(runs), { timeout: SLOW }).toEqual([{ status: 'succeeded' }]);
      await runs.conductor.stop();
      const after = await programWorld({ planner }, runs.dataDir);
      await expect
        .poll(async () => (await after.shown(id)).workers[0]?.status_snapshot, { timeout: SLOW })
        .toMatchObject({ status: 'error', error: 'worker_lost' });
      expect(said(after)).toHaveLength(1);
    },
    SLOW,
  );

  test(
    'FR-003: a shell is told the commands of its tasks alone, and its planner looks at what they show',
    async () => {
      const cwd = join(realpathSync(tempDir()), 'work');
      mkdirSync(cwd);
      // Told twice, the first fails.
      const commands = ['mkdir one && echo "said" "it"', 'mkdir two'] as const;
      const runs = await runWorld((text) => {
        if (text.includes('# The goal')) return planOf(...commands);
        const [, number, taskId] = /## Task (\d), [^\n]*\(taskId (\S+)\)/.exec(text) ?? [];
        if (taskId === undefined) return text.includes('"done"') ? 'I wait.' : undefined;
        const ends = call('task.update', { taskId, status: 'done', result: 'It ran.' });
        return number === '1'
          ? ends
          : `${ends}\n${call('run.complete', { conclusion: 'Logged.' })}`;
      });
      await runs.ask('PATCH', '/v1/settings', { runs: { trusted_folders: [cwd] } });
      const { run_id: id, workers } = await runs.start({
        templates: { Executor: 'terminal:shell' },
        folder: cwd,
        unreviewed: true,
      });
      expect(workers[0]?.template_id).toBe('chat:chatgpt');
      await expect
        .poll(async () => (await runs.shown(id)).status, { timeout: SLOW })
        .toBe('finished');
      expect(readdirSync(cwd).toSorted()).toEqual(['one', 'two']);
      expect(
        runs.conductor.rows(`select message_text as text from delivery_jobs
        where conversation_key like 'terminal%' order by created_at`),
      ).toEqual(commands.map((text) => ({ text })));
      const after = await runs.shown(id);
      expect(after.workers[1]?.status_snapshot).toMatchObject({ source: 'guessed' });
      expect(after.workers[1]?.status_snapshot.last_lines.join('\n')).toContain('said it');

      // Nor does a message to its conversation get past that.
      const shell = after.workers[1]?.conversation ?? '';
      await runs.ask('POST', `/v1/conversations/${shell}/messages`, { text: 'rm -rf one' });
      const asked = `select status, last_error_code as code from delivery_jobs where origin = 'person'`;
      await expect
        .poll(() => runs.conductor.rows(asked))
        .toEqual([{ status: 'failed', code: 'risk_unconfirmed' }]);
      expect(readdirSync(cwd).toSorted()).toEqual(['one', 'two']);
    },
    SLOW,
  );

  test(
    'FR-002: whoever types in the terminal of a worker has it until they give it back, and nothing is lost',
    async () => {
      const log = join(tempDir(), 'log');
      const runs = await programWorld({ planner: PLANNER, worker: { ...WORKER, log } });
      const { run_id: id, workers } = await runs.start({
        templates: { Planner: 'acp:planner', Executor: 'terminal:worker' },
      });
      const at = workers[1]?.tab_id ?? '';
      const say = (text: string) =>
        runs.ask('POST', `/v1/runs/${id}/inputs`, { workers: [at], text });
      await say('First.');
      const count = (words: string) => toldIn(log).filter((text) => text === words).length;
      await expect.poll(() => toldIn(log).length, { timeout: SLOW }).toBe(1);
      const { items } = await runs.ask<ResponseOf<'listResources'>>('GET', '/v1/resources');
      const [terminal] = items;
      const write = (text: string, enter: boolean) =>
        runs.ask('POST', `/v1/sessions/${terminal?.chat_session_id}/calls?wait=10000`, {
          tool: 'terminal.write',
          args: { resource: terminal?.resource_id, text, enter },
          judge: false,
        });
      await write('Mine, ', false);
      const heldBy = async () => (await runs.shown(id)).workers[1]?.status_snapshot.held_by;
      await expect.poll(heldBy).toBe('person');
      await say('Second.');
      await write('and whole.', true);
      await expect.poll(() => count('Mine, and whole.')).toBe(1);
      expect(await heldBy()).toBe('person');
      const inputs = () => runs.ask<ResponseOf<'listRunInputs'>>('GET', `/v1/runs/${id}/inputs`);
      expect((await inputs()).items.map(({ status }) => status)).toContain('queued');
      await runs.ask('PUT', `/v1/runs/${id}/workers/${at}/hold`, { held: false });
      await expect.poll(() => count('Second.'), { timeout: SLOW }).toBe(1);
      expect(await heldBy()).toBeNull();
      expect(count('Mine, and whole.')).toBe(1);
    },
    SLOW,
  );
});
