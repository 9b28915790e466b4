import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { loadPty } from '../../../worker/terminals/pty.ts';
import type { AgentScript } from '../../kit/fake-agents/agent-script.ts';
import { programWorld } from '../../kit/program-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import { CASES } from '../../security/fuzz/cases.ts';
import { SCREENS } from '../../security/fuzz/screens.ts';

const DRAWN = Math.max(CASES, 4_000);
/** In one answer: no more than what a terminal keeps. */
const AT_ONCE = 200;
/** Programs of each kind that draw beside each other. */
const PAINTERS = 4;

const LIST = { id: 't1', method: 'tabs.list', params: {} };

/** A program that asks for one tool, draws that again, quotes it without its key, then draws each text it gets. */
const PAINTER: AgentScript = {
  rules: [
    { on: 'Draw (\\S+)', does: [{ draw: '$1' }, { say: 'That was it.' }] },
    {
      on: 'Begin.',
      does: [
        { call: LIST },
        { redraw: 3 },
        { call: { ...LIST, id: 't2', as: 'echo' } },
        { call: LIST },
      ],
    },
    { on: '', does: [{ say: 'I wait.' }] },
  ],
};

/** Time limit. Messages are few and long: an answer takes a second to be whole on a screen. */
const LIMIT_MS = 120_000 + DRAWN * 60;

describe.skipIf((await loadPty()) === null)('what programs draw', () => {
  it.each(['acp', 'terminal'])(
    'FR-004: no line without its key is run, echoed, quoted or drawn again, of %s',
    async (kind) => {
      const dir = tempDir();
      const runs = await programWorld({ painter: PAINTER });
      await runs.ask('PATCH', '/v1/settings', { runs: { budgets: { inputs: 10_000 } } });
      const template = `${kind}:painter`;
      await runs.ask('PUT', '/v1/teams/painters', {
        name: 'Painters',
        roles: Array.from({ length: PAINTERS + 1 }, (_, at) => ({
          role: `Painter ${at}`,
          is_planner: at === 0,
          task: 'You draw.',
          template,
        })),
      });
      const limits = { inputs: 10_000 };
      const { run_id: id, workers } = await runs.start({ team: 'painters', limits });
      const painters = workers.filter((one) => !one.is_planner).map((one) => one.tab_id);
      let told = 0;
      /** Each of them is told something, and has answered. */
      const tell = async (texts: readonly string[]): Promise<void> => {
        const said = painters.map((one, at) =>
          runs.ask('POST', `/v1/runs/${id}/inputs`, { workers: [one], text: texts[at] }),
        );
        await Promise.all(said);
        told += painters.length;
        const answered = () =>
          runs.conductor.rows(
            `select count(*) as n from delivery_jobs where status = 'finalized' and message_text like '%.%'
              and origin = 'run' and conversation_key in (select conversation_key from run_workers where is_planner = 0)`,
          );
        await expect.poll(answered, { timeout: 60_000, interval: 50 }).toEqual([{ n: told }]);
      };
      await tell(painters.map(() => 'Begin.'));
      const turns = Math.ceil(DRAWN / (AT_ONCE * PAINTERS));
      for (let turn = 0; turn < turns; turn += 1) {
        const files = painters.map((_, at) => join(dir, `drawn.${at}`));
        for (const file of files) writeFileSync(file, fc.sample(SCREENS, AT_ONCE).join('\r\n'));
        await tell(files.map((file) => `Draw ${file}`));
      }
      const asked = runs.conductor.rows('select tool, count(*) as n from instructions group by 1');
      expect(asked).toEqual([{ tool: 'tabs.list', n: PAINTERS }]);
      expect(runs.conductor.rows('select count(*) as n from run_calls')).toEqual([{ n: PAINTERS }]);
    },
    LIMIT_MS,
  );
});
