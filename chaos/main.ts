import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { isClean, type Verdict } from './check/check-run.ts';
import { FAULT_WEIGHTS, type FaultKind, isFaultKind } from './faults/all-faults.ts';
import { runSchedule } from './run-schedule.ts';
import { makeSchedule } from './schedule/make-schedule.ts';

const HELP = `Usage: npm run chaos -- [flags]

  --cycles N       messages per seed, each to reach the site exactly once [1000]
  --seed S         the first seed; a run of the same seed has the same schedule [by chance]
  --seeds N        so many seeds, one after another [1]
  --browsers N     browsers at once [3]
  --conversations N  conversations at once [24]
  --faults A,B     only these kinds; none for none [all]
  --every N        messages between two faults, on average [12]
  --speed N        the world's clocks run so many times as fast as ours [5]
  --keep           keep the data of clean runs too
  --json           nothing but the last line
`;

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    browsers: { type: 'string', default: '3' },
    conversations: { type: 'string', default: '24' },
    faults: { type: 'string' },
    every: { type: 'string', default: '12' },
    speed: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const say = (line: string): void => {
  if (!values.json) console.log(line);
};

const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => first + index);
const totals = { cycles: 0, lost: 0, duplicated: 0, uncertain: 0, out_of_order: 0 };
let clean = true;
for (const seed of seeds) clean = (await runSeed(seed)) && clean;
const named = seeds.length === 1 ? `${first}` : `${first}-${first + seeds.length - 1}`;
console.log(JSON.stringify({ ...totals, seed: named }));
process.exit(clean ? 0 : 1);

async function runSeed(seed: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), `baton-chaos-${seed}-`));
  const schedule = makeSchedule(seed, {
    cycles: Number(values.cycles),
    browsers: Number(values.browsers),
    conversations: Number(values.conversations),
    messagesPerFault: values.faults === 'none' ? 0 : Number(values.every),
    kinds: kinds(),
  });
  say(`seed ${seed}: ${schedule.cycles} messages, ${schedule.faults.length} faults`);
  const result = await runSchedule(schedule, { folder, speed: Number(values.speed), say });
  const { verdict, faults } = result;
  totals.cycles += schedule.cycles;
  totals.lost += verdict.lost.length;
  totals.duplicated += verdict.duplicated.length;
  totals.uncertain += verdict.uncertain.length;
  totals.out_of_order += verdict.outOfOrder.length;
  const passed = isClean(verdict) && faults.length === 0;
  say(summary(seed, verdict, result.durationMs, result.conductorStarts));
  for (const fault of faults) console.error(fault);
  if (passed && !values.keep) {
    result.release();
    rmSync(folder, { recursive: true, force: true });
  } else {
    console.error(
      `The data is kept in ${folder}. ${passed ? '' : `Play it again: ${replay(seed)}`}`,
    );
  }
  return passed;
}

function summary(seed: number, verdict: Verdict, durationMs: number, starts: number): string {
  const seconds = Math.round(durationMs / 1_000);
  const lines = Object.entries(verdict)
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `  ${name}: ${list.slice(0, 20).join('\n    ')}`);
  return [`seed ${seed}: ${seconds} s, the conductor started ${starts} times`, ...lines].join('\n');
}

function kinds(): FaultKind[] {
  const asked = values.faults?.split(',') ?? Object.keys(FAULT_WEIGHTS);
  return asked.filter((name) => isFaultKind(name));
}

function replay(seed: number): string {
  const flags = ['cycles', 'browsers', 'conversations', 'every', 'speed'] as const;
  const given = flags.map((flag) => `--${flag} ${values[flag]}`).join(' ');
  const faults = values.faults === undefined ? '' : ` --faults ${values.faults}`;
  return `npm run chaos -- --seed ${seed} ${given}${faults}`;
}
