import { median, rounded } from '../../median.ts';
import type { PageProgram } from '../page-program.ts';
import { type PageProgramName, withPagePrograms } from '../page-programs.ts';
import { FORM_TASKS } from './form-tasks.ts';
import { PAGE_TASKS } from './page-tasks.ts';
import { chanceOf, type Hands, type Task } from './task.ts';
import { startTaskSite, type TaskSite } from './task-site.ts';

const TASKS: readonly Task[] = [...FORM_TASKS, ...PAGE_TASKS];

interface Solved {
  readonly solved: number;
  readonly of: number;
  /** Median of a page in ms. */
  readonly ms: number;
  /** Task and seed of those that were not, with what was said. */
  readonly failed: readonly string[];
}

export interface TasksResult {
  readonly versions: Readonly<Record<string, string>>;
  readonly tasks: number;
  readonly seeds: number;
  readonly programs: Readonly<Record<string, Solved>>;
}

/** The same pages, solved by the same scripts, by whatever reads and acts in them. */
export async function measureTasks(
  seeds: number,
  wanted: readonly PageProgramName[],
): Promise<TasksResult> {
  const site = await startTaskSite();
  try {
    return await withPagePrograms(async ({ peers, start }) => {
      const programs: Record<string, Solved> = {};
      for (const name of wanted) programs[name] = await solveAll(await start(name), site, seeds);
      return { versions: peers.versions, tasks: TASKS.length, seeds, programs };
    });
  } finally {
    site.stop();
  }
}

async function solveAll(program: PageProgram, site: TaskSite, seeds: number): Promise<Solved> {
  const times: number[] = [];
  const failed: string[] = [];
  for (const task of TASKS) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const began = performance.now();
      const why = await solve(program, site, task, seed);
      times.push(performance.now() - began);
      if (why !== null) failed.push(`${task.name} ${seed}: ${why}`);
    }
  }
  const of = TASKS.length * seeds;
  return { solved: of - failed.length, of, ms: rounded(median(times)), failed };
}

/** Null: it is solved; else what went wrong. */
async function solve(
  program: PageProgram,
  site: TaskSite,
  { make }: Task,
  seed: number,
): Promise<string | null> {
  const episode = make(chanceOf(seed));
  const { url, ended } = site.show(episode);
  try {
    await program.go(url);
    const hands = handsOf(program);
    await hands.look();
    await episode.solve(hands);
    const isRight = await ended();
    return isRight === true ? null : isRight === null ? 'it never ended' : 'it was wrong';
  } catch (cause) {
    return (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
  }
}

function handsOf(program: PageProgram): Hands {
  let shown = '';
  const ref = (role: string, name: string): string => program.refOf(shown, role, name);
  return {
    async look() {
      shown = await program.snapshot();
      return shown;
    },
    click: (role, name) => program.click(ref(role, name)),
    type: (role, name, text) => program.type(ref(role, name), text),
    select: (role, name, option) => program.select(ref(role, name), option),
    hover: (role, name) => program.hover(ref(role, name)),
    press: (key) => program.press(key),
  };
}
