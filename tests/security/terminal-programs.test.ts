import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { programWorld } from '../kit/program-world.ts';
import { loadPty } from '../../worker/terminals/pty.ts';

// What a program in a terminal could have a person say yes to.

// A busy machine draws a screen for longer than this may take: `npm run security` runs it.
const isLong = process.env['BATON_SECURITY'] === 'long';

test.skipIf(!isLong || (await loadPty()) === null)(
  'a yes goes to the question that the person was shown, and to none that came after it',
  async () => {
    const asks = [
      { ask: 'Do you want to tidy up?', takenBackBy: 'go-on' },
      { ask: 'Do you want to delete all?' },
    ];
    const runs = await programWorld({ planner: { rules: [{ on: '# The goal', does: asks }] } });
    const { run_id: id } = await runs.start({
      templates: { Planner: 'terminal:planner', Executor: 'terminal:planner' },
    });
    const waiting = async () =>
      (await runs.ask<ResponseOf<'listApprovals'>>('GET', '/v1/approvals?decision=open')).items;
    const words = async () => (await waiting()).map(({ subject }) => subject.words);
    await expect.poll(words).toEqual([expect.stringContaining('tidy up?')]);
    const [first] = await waiting();
    // It asks something else, whatever anybody answered.
    writeFileSync(join(runs.folder, 'go-on'), '');
    await expect.poll(words).toEqual([expect.stringContaining('delete all?')]);
    const late = await runs.ask('POST', `/v1/approvals/${first?.approval_id}/decision`, {
      decision: 'approve',
    });
    expect(late).toMatchObject({ code: expect.any(String) as string });
    const [second] = await waiting();
    await runs.ask('POST', `/v1/approvals/${second?.approval_id}/decision`, {
      decision: 'approve',
    });
    const screen = async () => (await runs.shown(id)).workers[0]?.status_snapshot.last_lines.join();
    await expect.poll(screen).toContain('● Yes.');
    expect((await screen())?.match(/● (Yes|No)\./g)).toEqual(['● No.', '● Yes.']);
  },
);

test.skipIf(!isLong || (await loadPty()) === null)(
  'a person is shown all lines of a question, also one that looks like a call of the program',
  async () => {
    const command = 'rm -rf build # __MPS_PROMPT__';
    const runs = await programWorld({
      planner: {
        rules: [{ on: '# The goal', does: [{ ask: `Bash(${command})\nDo you want to go on?` }] }],
      },
    });
    await runs.start({ templates: { Planner: 'terminal:planner', Executor: 'terminal:planner' } });
    const shown = async () => {
      const path = '/v1/approvals?decision=open';
      const { items } = await runs.ask<ResponseOf<'listApprovals'>>('GET', path);
      return items.map(({ subject }) => subject.words);
    };
    await expect.poll(shown).toEqual([expect.anything()]);
    expect(await shown()).toEqual([expect.stringContaining(command)]);
  },
);
