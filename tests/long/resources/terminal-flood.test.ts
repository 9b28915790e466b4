import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { BareConductor } from '../../kit/bare-conductor.ts';
import { startWorkerProcess } from '../../kit/running-worker.ts';

/** In KiB, as the system tells it. */
const MOST_MEMORY = 400 * 1_024;

test('T9: a program that says 50 MB waits, and the worker stays small and answers meanwhile', async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'flood-')));
  const conductor = new BareConductor();
  const conductorDir = join(dir, 'conductor');
  await conductor.listen(conductorDir);
  const told = { conductorDir, code: 'code', roots: [dir] };
  const worker = startWorkerProcess(join(dir, 'data'), told, { HOME: dir });
  onTestFinished(async () => {
    await worker.stop();
    await conductor.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const [flooded, other] = ['terminal_chat_0', 'terminal_chat_1'];
  for (const one of [flooded, other]) {
    expect(await conductor.call('terminal.open', one, { shell: '/bin/bash' })).toMatchObject({
      ok: true,
    });
  }
  const command = 'seq 1 6400000';
  const run = conductor.ask(
    'terminal.run',
    flooded,
    { command, timeout_s: 300 },
    { deadline_ms: 310_000 },
  );

  const beganAt = performance.now();
  expect(await conductor.call('terminal.run', other, { command: 'echo here' })).toMatchObject({
    result: { output: 'here\n' },
  });
  expect(performance.now() - beganAt).toBeLessThan(5_000);

  const { result } = await conductor.result(run);
  expect(result).toMatchObject({ exit_code: 0, truncated: true });
  expect(result?.['output']).toMatch(/^1\n2\n3\n[^]*\n6399999\n6400000\n$/);
  expect(performance.now() - beganAt).toBeGreaterThan(45_000);
  const [, peak] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${worker.child.pid}/status`, 'utf8')) ?? [];
  expect(Number(peak)).toBeLessThan(MOST_MEMORY);
});
