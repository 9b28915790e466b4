import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type { CloseReason } from '../../../shared/protocol/index.ts';

type Labels = Readonly<Record<string, string>>;

/**
 * Where features register counters, gauges and histograms. Labels come from closed lists: no id, title or text. Names
 * are given without `baton_`.
 */
export interface Meter {
  counter(
    name: string,
    help: string,
    labels?: readonly string[],
  ): (labels?: Labels, by?: number) => void;
  /** Values are seconds. */
  histogram(
    name: string,
    help: string,
    labels?: readonly string[],
  ): (seconds: number, labels?: Labels) => void;
  gauge(
    name: string,
    help: string,
    labels?: readonly string[],
  ): {
    set(value: number, labels?: Labels): void;
    /** Removes the values of all labels. */
    reset(): void;
  };
  /** Calls `look` before each scrape, so that it can set gauges. */
  beforeScrape(look: () => Promise<void>): void;
  /** Calls the listener for everything that is counted (as 1, or as much as it is) and timed (in seconds), with its name and labels. */
  onMeasured(hear: (name: string, value: number, labels: Labels) => void): void;
}

/** Counters and gauges for Prometheus. */
export interface Metrics {
  readonly meter: Meter;
  committed(steps: number, durationMs: number): void;
  frameIn(type: string): void;
  frameRefused(code: ErrorCode): void;
  linkClosed(reason: CloseReason): void;
  rowFailed(work: string): void;
  requestAnswered(operation: string, status: number, durationMs: number): void;
  /** The text that a scrape gets. */
  expose(): Promise<{ readonly contentType: string; readonly text: string }>;
}

const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600, 3_600];

/** Metrics without any value yet. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'baton_' });
  const looks: (() => Promise<void>)[] = [];
  const hearers: Parameters<Meter['onMeasured']>[0][] = [];
  const measured = (name: string, value: number, labels: Labels): void => {
    for (const hear of hearers) hear(name, value, labels);
  };

  const meter: Meter = {
    counter(name, help, labels = []) {
      const labelNames = [...labels];
      const counter = new Counter({ name: `baton_${name}`, help, labelNames, registers });
      return (of = {}, by = 1) => {
        counter.inc(of, by);
        measured(name, by, of);
      };
    },
    histogram(name, help, labels = []) {
      const options = { labelNames: [...labels], buckets: SECONDS, registers };
      const histogram = new Histogram({ name: `baton_${name}`, help, ...options });
      return (seconds, of = {}) => {
        histogram.observe(of, seconds);
        measured(name, seconds, of);
      };
    },
    gauge(name, help, labels = []) {
      const labelNames = [...labels];
      const gauge = new Gauge({ name: `baton_${name}`, help, labelNames, registers });
      return { set: (value, of = {}) => gauge.set(of, value), reset: () => gauge.reset() };
    },
    beforeScrape: (look) => void looks.push(look),
    onMeasured: (hear) => void hearers.push(hear),
  };

  const commits = meter.histogram('commit_seconds', 'Time of one commit.');
  const steps = new Counter({ name: 'baton_steps_total', help: 'Steps committed.', registers });
  const framesIn = meter.counter('frames_received_total', 'Frames from browsers by type.', [
    'type',
  ]);
  const framesRefused = meter.counter('frames_refused_total', 'Frames not taken, by code.', [
    'code',
  ]);
  const linksClosed = meter.counter('links_closed_total', 'Links we ended, by reason.', ['reason']);
  const rowsFailed = meter.counter('rows_failed_total', 'Rows whose step failed, by work.', [
    'work',
  ]);
  const requests = meter.histogram('http_request_seconds', 'Requests by operation and status.', [
    'operation',
    'status',
  ]);

  return {
    meter,
    committed(count, durationMs) {
      commits(durationMs / 1_000);
      steps.inc(count);
    },
    frameIn: (type) => framesIn({ type }),
    frameRefused: (code) => framesRefused({ code }),
    linkClosed: (reason) => linksClosed({ reason }),
    rowFailed: (work) => rowsFailed({ work }),
    requestAnswered: (operation, status, durationMs) =>
      requests(durationMs / 1_000, { operation, status: String(status) }),
    async expose() {
      await Promise.all(looks.map((look) => look()));
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
