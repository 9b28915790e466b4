import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { BROWSER_NAMES, type BrowserName } from '../launcher/find-browser.ts';
import { isClean, type Verdict } from './check/check-run.ts';
import { type FaultKind, kindsAt } from './faults/all-faults.ts';
import { runSchedule } from './run-schedule.ts';
import { makeSchedule } from './schedule/make-schedule.ts';
import type { StartWorld } from './world/played-world.ts';

const HELP = `Usage: npm run chaos -- [flags]

  --level N        1: simulated browsers; 2: a real one, with the shipped extension [1]
  --browser B      of level 2: chromium or firefox [chromium]
  --cycles N       messages per seed, each to reach the site exactly once [1000; 300]
  --seed S         the first seed; a run of the same seed has the same schedule [by chance]
  --seeds N        so many seeds, one after another [1]
  --browsers N     browsers at once; level 2 has one [3]
  --conversations N  conversations at once [24; 6]
  --faults A,B     only these kinds; none for none [all]
  --programs N     programs that work in pages and terminals meanwhile [2]
  --teams N        teams that reach goals meanwhile; level 2 has none [2]
  --agents N       share of a person's messages that they have an agent send; level 2 has none [0.2]
  --every N        messages between two faults, on average [12; 3]
  --speed N        the world's clocks run so many times as fast as ours; in level 2 only what faults last [5]
  --working-set S  off: the conductor asks its database for every row that a step needs [on]
  --keep           keep the data of clean runs too
  --json           nothing but the last line
`;

const { values } = parseArgs({
  options: {
    level: { type: 'string', default: '1' },
    browser: { type: 'string', default: 'chromium' },
    cycles: { type: 'string' },
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    browsers: { type: 'string' },
    conversations: { type: 'string' },
    faults: { type: 'string' },
    agents: { type: 'string', default: '0.2' },
    programs: { type: 'string', default: '2' },
    teams: { type: 'string', default: '2' },
    every: { type: 'string' },
    speed: { type: 'string', default: '5' },
    'working-set': { type: 'string', default: 'on' },
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

const DEFAULTS = {
  1: { cycles: '1000', browsers: '3', conversations: '24', every: '12' },
  2: { cycles: '300', browsers: '1', conversations: '6', every: '3' },
} as const;
/** Real time: a real browser's alarm rings every half minute, and a page has a minute to open. */
const STUCK_AFTER_MS = { 1: 60_000, 2: 180_000 } as const;

const level = values.level === '2' ? 2 : 1;
if (values.level !== String(level)) refuse('--level is 1 or 2');
const browserName = BROWSER_NAMES.find((name) => name === values.browser);
if (browserName === undefined) refuse('--browser is chromium or firefox');
if (!['on', 'off'].includes(values['working-set'])) refuse('--working-set is on or off');
const size = { ...DEFAULTS[level], speed: values.speed, ...given() };
if (level === 2 && size.browsers !== '1') refuse('level 2 has one browser');

const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => first + index);
const totals = {
  cycles: 0,
  lost: 0,
  duplicated: 0,
  uncertain: 0,
  out_of_order: 0,
  acts: 0,
  wrong_acts: 0,
  runs: 0,
  wrong_runs: 0,
};
let clean = true;
for (const seed of seeds) clean = (await runSeed(seed, browserName)) && clean;
const named = seeds.length === 1 ? `${first}` : `${first}-${first + seeds.length - 1}`;
console.log(JSON.stringify({ ...totals, seed: named }));
process.exit(clean ? 0 : 1);

async function runSeed(seed: number, browser: BrowserName): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), `baton-chaos-${seed}-`));
  const schedule = makeSchedule(seed, {
    cycles: Number(size.cycles),
    browsers: Number(size.browsers),
    conversations: Number(size.conversations),
    programs: Number(values.programs),
    teams: level === 1 ? Number(values.teams) : 0,
    byAgents: level === 1 ? Number(values.agents) : 0,
    messagesPerFault: values.faults === 'none' ? 0 : Number(size.every),
    kinds: kinds(),
  });
  say(`seed ${seed}: ${schedule.cycles} messages, ${schedule.faults.length} faults`);
  const result = await runSchedule(schedule, {
    startWorld: await worldOf(browser),
    stuckAfterMs: STUCK_AFTER_MS[level],
    folder,
    speed: Number(size.speed),
    flags: ['--working-set', values['working-set']],
    say,
  });
  const { verdict, faults } = result;
  totals.cycles += schedule.cycles;
  totals.lost += verdict.lost.length;
  totals.duplicated += verdict.duplicated.length;
  totals.uncertain += verdict.uncertain.length;
  totals.out_of_order += verdict.outOfOrder.length;
  totals.acts += result.acts;
  totals.wrong_acts += verdict.wrongActs.length;
  totals.runs += result.runs;
  totals.wrong_runs += verdict.wrongRuns.length;
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

/** Loads the parts of one level only: the simulated browsers bring an IndexedDB for the whole process. */
async function worldOf(name: BrowserName): Promise<StartWorld> {
  if (level === 1) return (await import('./world/world.ts')).startWorld;
  return (await import('./real/real-world.ts')).realWorldStarter(name, say);
}

function given(): Partial<Record<keyof (typeof DEFAULTS)[1], string>> {
  const { cycles, browsers, conversations, every } = values;
  return {
    ...(cycles !== undefined && { cycles }),
    ...(browsers !== undefined && { browsers }),
    ...(conversations !== undefined && { conversations }),
    ...(every !== undefined && { every }),
  };
}

function refuse(why: string): never {
  console.error(`${why}; see --help`);
  process.exit(2);
}

function kinds(): FaultKind[] {
  const possible = kindsAt(level);
  const asked = values.faults?.split(',');
  return possible.filter((kind) => asked?.includes(kind) ?? true);
}

function replay(seed: number): string {
  const flags = Object.entries(size)
    .map(([flag, value]) => `--${flag} ${value}`)
    .join(' ');
  const real = level === 2 ? ` --level 2 --browser ${values.browser}` : '';
  const faults = values.faults === undefined ? '' : ` --faults ${values.faults}`;
  const without = values['working-set'] === 'on' ? '' : ' --working-set off';
  return `npm run chaos --${real} --seed ${seed} ${flags}${faults}${without}`;
}
