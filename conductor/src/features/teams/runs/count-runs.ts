import type { Kit } from '../../../engine/feature.ts';
import type { runMoved, runTextQueued, runLinesIgnored, runWorkerStuck } from './effects.ts';
import * as runs from './queries.ts';
import type { GivenTo } from '../../../engine/handle.ts';

/** How often runs come to what, how long that takes, and what is said in them. */
export function countRuns({ meter, read }: Pick<Kit, 'meter' | 'read'>): {
  readonly moved: (change: GivenTo<typeof runMoved>) => void;
  readonly said: (text: GivenTo<typeof runTextQueued>) => void;
  readonly ignored: (lines: GivenTo<typeof runLinesIgnored>) => void;
  readonly stuck: (worker: GivenTo<typeof runWorkerStuck>) => void;
} {
  const open = meter.gauge('runs', 'Runs by status.', ['status']);
  const ended = meter.counter('runs_ended_total', 'Runs that ended, by how.', ['outcome']);
  const ready = meter.histogram(
    'run_ready_seconds',
    'From its start until a planner has its goal.',
  );
  const took = meter.histogram('run_seconds', 'From its start to its end, pauses with it.', [
    'outcome',
  ]);
  const paused = meter.counter('run_pauses_total', 'Pauses, by whom or what.', ['by']);
  const texts = meter.counter(
    'run_texts_total',
    'Texts to workers, by whose and what they could do.',
    ['origin', 'risk'],
  );
  const stuck = meter.counter(
    'run_workers_stuck_total',
    'Workers that fell silent in the midst of an answer, and those whose task was done after all.',
    ['has'],
  );
  const ignored = meter.counter(
    'run_ignored_lines_total',
    'Lines of programs that looked like calls and were not run, by why.',
    ['why'],
  );
  meter.beforeScrape(async () => {
    open.reset();
    for (const { status, count } of await read.one(runs.runCounts())) open.set(count, { status });
  });
  return {
    moved({ to, from, by, ageMs }) {
      if (to === 'paused') paused({ by: by ?? 'person' });
      if (from === 'starting' && to === 'planning' && ageMs !== null) ready(ageMs / 1_000);
      if (to !== 'finished' && to !== 'stopped' && to !== 'failed') return;
      ended({ outcome: to });
      if (ageMs !== null) took(ageMs / 1_000, { outcome: to });
    },
    said: ({ origin, risk }) => texts({ origin, risk }),
    ignored: ({ why, lines }) => ignored({ why }, lines),
    stuck: ({ has }) => stuck({ has }),
  };
}
