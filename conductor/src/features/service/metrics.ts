import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { ErrorCode } from '../../../../shared/model/error-codes.ts';
import type { CloseReason } from '../../../../shared/protocol/index.ts';
import type { JobMoved } from '../deliveries/feature.ts';
import type { RowWork } from '../../engine/row-steps.ts';
import type { Clock } from '../../engine/runtime.ts';
import type { ServerStatus } from '../actions/feature.ts';
import type { Reads } from '../../engine/reads.ts';

/** How things stand at the moment of a scrape, where only others know. */
export interface Standing {
  readonly connected: number;
  readonly servers: readonly ServerStatus[];
  readonly readOnly: boolean;
}

/** Counters and gauges for Prometheus. Labels are names from closed lists: no id, no title, no text. */
export interface Metrics {
  committed(steps: number, durationMs: number): void;
  frameIn(type: string): void;
  frameRefused(code: ErrorCode): void;
  linkClosed(reason: CloseReason): void;
  rowFailed(work: RowWork): void;
  toolRan(target: string, outcome: string, durationMs: number): void;
  jobChanged(change: JobMoved): void;
  requestAnswered(operation: string, status: number, durationMs: number): void;
  /** The text that a scrape gets. */
  expose(standing: Standing): Promise<{ readonly contentType: string; readonly text: string }>;
}

const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600, 3_600];

export function createMetrics({
  read,
  now,
}: {
  readonly read: Reads;
  readonly now: Clock;
}): Metrics {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  collectDefaultMetrics({ register: registry, prefix: 'baton_' });

  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `baton_${name}`, help, labelNames, registers });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `baton_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[] = []) =>
    new Histogram({ name: `baton_${name}`, help, labelNames, buckets: SECONDS, registers });

  const conversations = gauge('conversations', 'Conversations by mode.', ['mode']);
  const jobs = gauge('jobs', 'Deliveries by status.', ['status']);
  const instructions = gauge('instructions', 'Actions that have not ended, by status.', ['status']);
  const approvals = gauge('open_approvals', 'Questions that wait for a person.');
  const parked = gauge('parked_accounts', 'Accounts held back by a limit of their site.');
  const clients = gauge('connected_clients', 'Browsers connected now.');
  const outbox = gauge('outbox_frames', 'Frames that browsers have not acked.');
  const servers = gauge('tool_servers', 'Tool servers by state.', ['state']);
  const database = gauge('database_bytes', 'Size of the database file.');
  const eventHead = gauge('event_head', 'Id of the newest event.');
  const readOnly = gauge('read_only', '1: the data can only be read.');
  const commits = histogram('commit_seconds', 'Time of one commit.');
  const steps = counter('steps_total', 'Steps committed.');
  const framesIn = counter('frames_received_total', 'Frames from browsers by type.', ['type']);
  const framesRefused = counter('frames_refused_total', 'Frames not taken, by code.', ['code']);
  const linksClosed = counter('links_closed_total', 'Links we ended, by reason.', ['reason']);
  const rowsFailed = counter('rows_failed_total', 'Rows whose step failed, by work.', ['work']);
  const toolRuns = histogram('tool_run_seconds', 'Tool runs by target and outcome.', [
    'target',
    'outcome',
  ]);
  const ended = counter('deliveries_ended_total', 'Deliveries that ended, by how.', ['outcome']);
  const delivery = histogram('delivery_seconds', 'From made to acked, and to its final reply.', [
    'until',
  ]);
  const requests = histogram('http_request_seconds', 'Requests by operation and status.', [
    'operation',
    'status',
  ]);

  return {
    committed(count, durationMs) {
      commits.observe(durationMs / 1_000);
      steps.inc(count);
    },
    frameIn: (type) => framesIn.inc({ type }),
    frameRefused: (code) => framesRefused.inc({ code }),
    linkClosed: (reason) => linksClosed.inc({ reason }),
    rowFailed: (work) => rowsFailed.inc({ work }),
    toolRan: (target, outcome, durationMs) =>
      toolRuns.observe({ target, outcome }, durationMs / 1_000),
    jobChanged({ status, errorCode, ageMs }) {
      if (status === 'acked') delivery.observe({ until: 'acked' }, ageMs / 1_000);
      if (status === 'finalized') {
        delivery.observe({ until: 'final' }, ageMs / 1_000);
        ended.inc({ outcome: 'finalized' });
      }
      if (status === 'failed') ended.inc({ outcome: errorCode ?? 'internal' });
    },
    requestAnswered: (operation, status, durationMs) =>
      requests.observe({ operation, status: String(status) }, durationMs / 1_000),
    async expose(standing) {
      const counts = read.readCounts(now());
      for (const [mode, n] of Object.entries(counts.conversations)) conversations.set({ mode }, n);
      jobs.reset();
      for (const [status, n] of Object.entries(counts.jobs)) jobs.set({ status }, n);
      instructions.reset();
      for (const [status, n] of Object.entries(counts.instructions))
        instructions.set({ status }, n);
      approvals.set(counts.openApprovals);
      parked.set(counts.parked.length);
      clients.set(standing.connected);
      outbox.set(read.listClients().reduce((sum, client) => sum + client.outbox, 0));
      servers.reset();
      for (const { state } of standing.servers) servers.inc({ state });
      database.set(read.databaseBytes());
      eventHead.set(read.newestEventId());
      readOnly.set(standing.readOnly ? 1 : 0);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
