import type { Handler, Operation } from '../../../shared/api/operation.ts';
import { createEffectRunner } from './effects.ts';
import type { Feature, Kit, Running } from './feature.ts';
import { createFrameTaker, type FrameTaker, type Sender } from './frames.ts';
import { mergeRecords } from './merge-records.ts';
import type { Effect } from './plan.ts';
import type { Log } from './runtime.ts';
import { startScheduler } from './scheduler.ts';

/** All features, started. */
export interface RunningFeatures {
  /** Every operation by its id, with its handler. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly handlers: Readonly<Record<string, Handler<Operation>>>;
  readonly frames: FrameTaker;
  readonly runEffects: (effects: readonly Effect[]) => void;
  /** The port of a feature. */
  use<Provided>(feature: Feature<Provided>): Provided;
  recover(): Promise<void>;
  begin(): void;
  letGo(): void;
  stop(): Promise<void>;
}

/**
 * Starts features in their order.
 *
 * @param skip Notes a frame of a browser as received.
 */
export async function startFeatures(
  features: readonly Feature[],
  kit: Omit<Kit, 'use'>,
  skip: (from: Sender) => Promise<unknown>,
): Promise<RunningFeatures> {
  const running = new Map<string, Running<unknown>>();
  function use<Provided>(wanted: Feature<Provided>): Provided {
    const found = running.get(wanted.name);
    if (found === undefined) throw new Error(`${wanted.name} does not run yet: see features.ts.`);
    return found.provides as Provided;
  }
  for (const one of features) running.set(one.name, await one.start({ ...kit, use }));

  const all = [...running].flatMap(([name, one]) =>
    [one, ...(one.parts ?? [])].map((part) => ({ name, part })),
  );
  const scheduler = startScheduler(
    // Where nothing can be written, every one would fail at every beat.
    kit.readOnly ? [] : all.flatMap(({ part: { sweeps = [] } }) => sweeps),
    kit.log,
  );

  return {
    operations: mergeRecords(
      features.map(({ operations }) => operations),
      'the operation',
    ),
    handlers: mergeRecords(
      [...running.values()].map(({ handlers = {} }) => handlers),
      'a handler of',
    ) as Record<string, Handler<Operation>>,
    frames: createFrameTaker(
      all.map(({ part: { frames = {} } }) => frames),
      skip,
    ),
    runEffects: createEffectRunner(all.flatMap(({ part: { effects = [] } }) => effects)),
    use,
    async recover() {
      for (const { part } of all) await part.recover?.();
    },
    begin() {
      for (const { part } of all) part.begin?.();
    },
    letGo() {
      for (const { part } of all) part.letGo?.();
    },
    async stop() {
      await scheduler.stop();
      for (const { name, part } of all.toReversed()) await stopped(name, part, kit.log);
    },
  };
}

/** Stops one feature. An error is logged, so that the others are stopped too. */
async function stopped(name: string, one: Running<unknown>, log: Log): Promise<void> {
  try {
    await one.stop?.();
  } catch (cause) {
    log.error({ err: cause, feature: name }, 'a feature did not stop well');
  }
}
