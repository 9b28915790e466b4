import type { Clock, Log } from '../../../engine/runtime.ts';
import type { Artifacts } from '../../heart/artifacts/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { createBelievedClock } from './believed-clock.ts';
import type { DataPort } from './data-port.ts';

const DAY_MS = 86_400_000;

/** The first round waits until the start is over. */
const FIRST_AFTER_MS = 60_000;

/** Deletions within this time (ms) lead to one collection. */
const COLLECT_AFTER_MS = 1_000;

export interface ForgetReport {
  readonly dry_run: boolean;
  readonly events: number;
  readonly messages: number;
  readonly jobs: number;
  readonly runs: number;
  readonly artifacts: number;
  readonly freed_bytes: number;
}

/** Deletes old data as the settings say: once a day, as far as the clock is believed, and when it is asked to. */
export interface Retention {
  run(dryRun: boolean): Promise<ForgetReport>;
  /** Artifacts may have lost their last row: their contents are collected soon. */
  collectSoon(): void;
  stop(): Promise<void>;
}

export function startRetention(deps: {
  readonly data: DataPort;
  readonly artifacts: Artifacts;
  readonly settings: SettingsNow;
  readonly now: Clock;
  /** A monotonic clock, in milliseconds. */
  readonly steadyNow: () => number;
  /** The time of the newest event (epoch ms); null: there is none. */
  readonly newestAt: number | null;
  readonly log: Log;
  readonly readOnly: boolean;
}): Retention {
  const { data, artifacts, settings, now, steadyNow, newestAt, log, readOnly } = deps;
  const believed = createBelievedClock({ now, steadyNow, newestAt });
  let last: Promise<unknown> = Promise.resolve();
  let collecting: NodeJS.Timeout | undefined;

  function cutoffs(at: number) {
    const { retention, runs } = settings.current();
    const { events_ms, messages_ms, jobs_ms, artifacts_ms } = retention;
    const before = (ageMs: number | null) => (ageMs === null ? null : at - ageMs);
    return {
      events: before(events_ms),
      messages: before(messages_ms),
      jobs: before(jobs_ms),
      runs: before(runs.history_ms),
      artifacts: before(artifacts_ms),
    };
  }

  async function forget(dryRun: boolean, at: number): Promise<ForgetReport> {
    if (dryRun) return { dry_run: true, ...(await data.countOld(cutoffs(at))), freed_bytes: 0 };
    const before = await data.usedBytes();
    const byAge = await data.forgetOld(cutoffs(at));
    const { max_database_bytes: maxBytes } = settings.current().retention;
    const bySize = maxBytes === null ? null : await data.forgetDownTo(maxBytes, now());
    await data.forgetIdempotencyKeys(believed() - DAY_MS);
    const { freedBytes } = await artifacts.collectGarbage();
    await data.mergeSearchIndex();
    return {
      dry_run: false,
      events: byAge.events + (bySize?.events ?? 0),
      messages: byAge.messages + (bySize?.messages ?? 0),
      jobs: byAge.jobs + (bySize?.jobs ?? 0),
      runs: byAge.runs,
      artifacts: byAge.artifacts,
      freed_bytes: Math.max(0, before - (await data.usedBytes())) + freedBytes,
    };
  }

  /** Runs one round after the other, never two at a time. */
  function run(dryRun: boolean, clock: Clock): Promise<ForgetReport> {
    const round = last.then(() => forget(dryRun, clock()));
    last = round.catch((cause: unknown) => log.error({ err: cause }, 'forgetting old data failed'));
    return round;
  }

  const daily = (): void => {
    if (!readOnly)
      // guard: believed-clock
      void run(false, believed).then(
        (report) => log.info(report, 'old data forgotten'),
        () => undefined,
      );
  };
  const first = setTimeout(daily, FIRST_AFTER_MS).unref();
  const everyDay = setInterval(daily, DAY_MS).unref();

  return {
    run: (dryRun) => run(dryRun, now),
    collectSoon() {
      clearTimeout(collecting);
      collecting = setTimeout(() => {
        last = last
          .then(() => artifacts.collectGarbage())
          .catch((cause: unknown) => log.error({ err: cause }, 'collecting artifacts failed'));
      }, COLLECT_AFTER_MS).unref();
    },
    async stop() {
      clearTimeout(first);
      clearInterval(everyDay);
      clearTimeout(collecting);
      await last;
    },
  };
}
