import { NUMBER_SPANS, type numbersOperations } from '../../../../../../shared/api/numbers.ts';
import { ok } from '../../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import { browsersFeature } from '../../../ground/browsers/feature.ts';
import { type NumberName, READINGS, record, type Series } from './measured.ts';
import { createRecorder, type Grid, SLOT_MS } from './recorder.ts';
import * as numbersQueries from './queries.ts';
import * as overview from '../queries.ts';

/** Twice in each step, so that none is missed when a timer is late. */
const LOOK_MS = 5_000;

/** Most points that are drawn. */
const MOST_POINTS = 90;

const NAMES = Object.keys(READINGS) as NumberName[];

export interface NumbersNow {
  readonly at: number;
  /** Over the step that runs; what was not measured in it is absent. */
  readonly values: Readonly<Partial<Record<NumberName, number>>>;
}

export interface NumbersPort {
  /** Tells now and every few seconds how they are, until the returned function is called. */
  readonly watch: (tell: (numbers: NumbersNow) => void) => () => void;
}

export function startNumbers(kit: Kit): Handling<NumbersPort, typeof numbersOperations> {
  const { read, now, meter, log } = kit;
  const { presence } = kit.use(browsersFeature);
  const recorder = createRecorder(NUMBER_SPANS['6h']);
  const since = now();
  const watching = new Set<(numbers: NumbersNow) => void>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  meter.onMeasured((name, value, labels) => record(recorder, now(), { name, value, labels }));

  async function look(): Promise<void> {
    const { deliveries, approvals, database } = await read.snapshot({
      deliveries: numbersQueries.openDeliveryCount(),
      approvals: overview.openApprovalCount(),
      database: numbersQueries.database(),
    });
    const at = now();
    const seen = {
      deliveries_open: deliveries,
      approvals_open: approvals,
      memory: process.memoryUsage.rss(),
      database: database.bytes,
      browsers: presence.live().length,
    };
    for (const [name, value] of Object.entries(seen)) recorder.setLevel(name, value, at);
    const numbers = { at, values: valuesAt(at) };
    for (const tell of watching) tell(numbers);
  }

  function lookNow(): void {
    looking = look().catch((cause: unknown) =>
      log.error({ err: cause }, 'the numbers could not be read'),
    );
  }

  function series(name: NumberName, grid: Grid): Series {
    const reading = READINGS[name];
    const { kind, unit } = reading;
    const { value, points, by } =
      kind === 'time'
        ? recorder.quantilesOver(reading.of, reading.quantile, grid)
        : kind === 'count'
          ? recorder.countsOver(name, grid)
          : recorder.levelsOver(name, grid);
    return { name, kind, unit, value, points: [...points], by: { ...by } };
  }

  function valuesAt(at: number): NumbersNow['values'] {
    const grid = { from: at - (at % SLOT_MS), stepMs: SLOT_MS, steps: 1 };
    const values = NAMES.flatMap((name) => {
      const { value } = series(name, grid);
      return value === null ? [] : [[name, value] as const];
    });
    return Object.fromEntries(values);
  }

  return {
    provides: {
      watch(tell) {
        watching.add(tell);
        lookNow();
        return () => watching.delete(tell);
      },
    },
    handlers: {
      listSeries: async ({ query: { names = NAMES, span } }) => {
        const at = now();
        const stepMs = Math.max(SLOT_MS, NUMBER_SPANS[span] / MOST_POINTS);
        const steps = NUMBER_SPANS[span] / stepMs;
        // Steps stand still while time goes on: the last one is the one that runs.
        const from = at - (at % stepMs) - (steps - 1) * stepMs;
        const items = [...new Set(names)].map((name) => series(name, { from, stepMs, steps }));
        return ok({ at, since, from, step_ms: stepMs, items });
      },
    },
    begin() {
      lookNow();
      timer = setInterval(lookNow, LOOK_MS);
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
