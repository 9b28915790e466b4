import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { bundlePrograms } from '../launcher/bundle-programs.ts';
import { measureAgents } from './agents/measure-agents.ts';
import { measureKills } from './agents/measure-kills.ts';
import { measureRest } from './agents/measure-rest.ts';
import { measurePage, measureTurns } from './browser/measure-browser.ts';
import { measureCycle } from './cycle.ts';
import { measureFace } from './face/measure-face.ts';
import { describeMachine, load } from './machine.ts';
import { startPeers } from './peers/start-peers.ts';
import { measureReaction } from './reaction.ts';
import { measureResources } from './resources/measure-resources.ts';
import { PAGE_PROGRAMS } from './resources/page-programs.ts';
import { measureTasks } from './resources/tasks/measure-tasks.ts';
import { measureStoreSize } from './store-size.ts';

// One command, one JSON file: how fast Baton is, against named peers in the same run. docs/performance.md reads it.

const PARTS = [
  'cycle',
  'reaction',
  'turns',
  'page',
  'growth',
  'face',
  'resources',
  'tasks',
  'agents',
  'agents-killed',
  'agents-at-rest',
] as const;
type Part = (typeof PARTS)[number];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: PARTS.join(',') },
    rounds: { type: 'string', default: '5' },
    programs: { type: 'string' },
    json: { type: 'string' },
  },
});

async function main(): Promise<void> {
  const wanted = values.only.split(',');
  const unknown = wanted.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined)
    throw new Error(`--only takes ${PARTS.join(', ')}, and not ${unknown}`);
  const rounds = Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number');
  const wants = (part: Part): boolean => wanted.includes(part);

  // Baton is measured as it is shipped.
  await bundlePrograms();
  const startedAt = new Date();
  const file = resolve(values.json ?? `bench/results/${startedAt.toISOString().slice(0, 10)}.json`);
  const machine = describeMachine();
  const results: Record<string, unknown> = {};
  const versions: Record<string, string> = {};
  async function measure(part: Part, work: () => Promise<object>): Promise<void> {
    if (!wants(part)) return;
    const before = load();
    results[part] = { ...(await work()), load_before: before, load_after: load() };
    console.log(part, JSON.stringify(results[part], null, 2));
    // A part that fails takes none of those before it along.
    const report = { at: startedAt.toISOString(), rounds, machine, versions, ...results };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  }

  if (wants('cycle') || wants('reaction')) {
    const peers = await startPeers();
    Object.assign(versions, peers.versions);
    try {
      await measure('cycle', () => measureCycle(peers, rounds));
      await measure('reaction', () => measureReaction(peers, rounds));
    } finally {
      await peers.stop();
    }
  }

  await measure('turns', async () => ({
    chromium: await measureTurns('chromium', rounds),
    firefox: await measureTurns('firefox', rounds),
  }));

  await measure('page', async () => ({
    chromium: await measurePage('chromium', rounds),
    firefox: await measurePage('firefox', rounds),
  }));

  await measure('growth', () => measureStoreSize(rounds));

  await measure('face', () => measureFace(rounds));

  await measure('resources', async () => {
    const { versions: peers, ...result } = await measureResources(rounds);
    Object.assign(versions, peers);
    return result;
  });

  await measure('tasks', async () => {
    const { versions: peers, ...result } = await measureTasks(rounds, programs());
    Object.assign(versions, peers);
    return result;
  });

  await measure('agents', async () => {
    const { versions: peers, ...result } = await measureAgents(rounds);
    Object.assign(versions, peers);
    return result;
  });

  await measure('agents-killed', async () => {
    const { versions: peers, kills } = await measureKills();
    Object.assign(versions, peers);
    return kills;
  });

  await measure('agents-at-rest', () => measureRest());

  console.log(`written to ${file}`);
}

/** Returns the programs that solve the tasks: each takes minutes. */
function programs(): (typeof PAGE_PROGRAMS)[number][] {
  const asked = values.programs?.split(',') ?? [...PAGE_PROGRAMS];
  const unknown = asked.find((name) => !PAGE_PROGRAMS.some((one) => one === name));
  if (unknown !== undefined)
    throw new Error(`--programs takes ${PAGE_PROGRAMS.join(', ')}, and not ${unknown}`);
  return PAGE_PROGRAMS.filter((name) => asked.includes(name));
}

await main();
