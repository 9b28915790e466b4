import { customAlphabet } from 'nanoid';
import type { Logger } from 'pino';

import type { Handlers } from '../../shared/api/operations.ts';
import { assertNever } from '../../shared/lib/assert-never.ts';
import { conversationRef } from '../../shared/model/conversation-key.ts';
import type { Config } from './config.ts';
import { type DataDir, openDataDir } from './data-dir.ts';
import { SQLITE_PARTS } from './features.ts';
import { registerGateway } from './edges/bridge/gateway.ts';
import { addRoutes, createServer } from './edges/http/server.ts';
import { createInProcessApi } from './edges/in-process-api.ts';
import { serveMcp } from './edges/mcp/serve-mcp.ts';
import { startScheduler } from './engine/scheduler.ts';
import { sweepDrains } from './features/conversations/feature.ts';
import { sweepRenewals } from './features/renewals/feature.ts';
import { createEventFeed } from './engine/event-feed.ts';
import type { Effect } from './engine/plan.ts';
import { createRowSteps, type RowWork } from './engine/row-steps.ts';
import type { Clock } from './engine/runtime.ts';
import {
  createBuiltInTools,
  createConversationTools,
  createInstructionRunner,
  createManual,
  createToolRegistry,
  recoverLedger,
  type ToolRegistry,
} from './features/actions/feature.ts';
import { sweepApprovals } from './features/approvals/feature.ts';
import { createArtifacts } from './features/artifacts/feature.ts';
import { createPairing, createPresence, welcomeClient } from './features/browsers/feature.ts';
import { createDataHandlers, createImporter, startRetention } from './features/data/feature.ts';
import {
  createJobWaiter,
  isBusy,
  pacesOf,
  readConversationStatus,
  startDispatcher,
  sweepDeadlines,
  sweepHolds,
} from './features/deliveries/feature.ts';
import {
  createActionHandlers,
  createConversationHandlers,
  createConversationPort,
  createOverviews,
  createPublisher,
  createReadHandlers,
  createLookups,
  createServiceHandlers,
  createTexts,
} from './features/overview/feature.ts';
import { createFrameRecorder } from './features/replies/feature.ts';
import { createIdempotency } from './features/requests/feature.ts';
import { createMetrics, createReadiness } from './features/service/feature.ts';
import { createSettings } from './features/settings/feature.ts';
import { createDataStore } from './stores/sqlite/data-store.ts';
import { type Db, openDatabase } from './stores/sqlite/open-database.ts';
import { createReads } from './stores/sqlite/read-store.ts';

import { createStepStore } from './stores/sqlite/step-store.ts';
import { whenUnlocked } from './stores/sqlite/when-unlocked.ts';
import { createMcpSource } from './tool-servers/tool-servers.ts';
import { VERSION } from './version.ts';

/** No dash or underscore: ids are typed and selected in terminals. 125 bits. */
const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 21);

/** This machine only. What is to be reached from elsewhere needs a door of its own, with a lock. */
const LOOPBACK = '127.0.0.1';

export interface Conductor {
  readonly url: string;
  /** A pairing offer for whoever may read this process's output. */
  offerPairing(): { readonly code: string; readonly link: string };
  /** Takes nothing new, lets what runs end, commits, closes. */
  stop(): Promise<void>;
}

export interface Hooks {
  /** Called after each commit with the names of its steps; observes, and changes nothing. */
  readonly committed?: (steps: readonly string[]) => void;
  /** Default: the machine's clock. */
  readonly now?: Clock;
  /** Milliseconds since any moment; nobody sets it. Default: the time since the process began. */
  readonly steadyNow?: () => number;
}

/**
 * Puts the conductor together and starts it: the only place that knows all rooms. Resolves when it
 * listens. Throws DataDirUnusable, DatabaseUnusable, NotCommitted where nothing can be written, or the system's error when
 * the port is taken.
 */
export async function startConductor(
  config: Config,
  log: Logger,
  hooks: Hooks = {},
): Promise<Conductor> {
  const dataDir = openDataDir(config.dataDir, config);
  if (dataDir.restoreNote !== null) log.warn(dataDir.restoreNote);
  const db = await openStore(dataDir);
  const { readOnly } = db;
  const { now = Date.now, steadyNow = () => performance.now() } = hooks;
  const { maxAttempts, finalTimeoutMs } = config;

  const read = createReads(db.$client, SQLITE_PARTS.reads);
  const metrics = createMetrics({ read, now });
  const events = createEventFeed();
  /** Set once everything stands; no step has run before. */
  let after: (effects: readonly Effect[], clientIds: ReadonlySet<string>) => void = () => undefined;
  const store = createStepStore(db, SQLITE_PARTS, {
    readOnly,
    committed(steps, durationMs) {
      metrics.committed(steps.length, durationMs);
      hooks.committed?.(steps);
    },
    effects: (effects, clientIds) => after(effects, clientIds),
  });
  const rowSteps = (work: RowWork) =>
    createRowSteps({ work, now: steadyNow, log, onFailed: (of) => metrics.rowFailed(of) });
  const presence = createPresence(steadyNow, config.leaseMs, store.leaseholders());
  const reads = createLookups(read, presence, now);
  const settings = createSettings(store, read.storedSettings(), now, log);
  const artifacts = createArtifacts({
    dir: dataDir.artifactsDir,
    store,
    settings,
    now,
    newId,
    log,
  });
  const waiter = createJobWaiter(
    (jobId) => read.readJob(jobId),
    (id) => isBusy(read.readOpenWork(id)),
  );
  const conversationDeps = {
    store,
    read,
    reads,
    presence,
    waiter,
    artifacts,
    settings,
    now,
    newId,
    finalTimeoutMs,
    maxAttempts,
  };

  const mcp = createMcpSource({ configFile: dataDir.mcpConfigFile, log, version: VERSION });
  const manual = createManual({ store, settings, tools: () => tools });
  const tools: ToolRegistry = createToolRegistry([
    createBuiltInTools(manual, artifacts),
    createConversationTools(createConversationPort(conversationDeps), {
      maxDepth: () => settings.current().conversations_max_depth,
      longestWaitMs: finalTimeoutMs,
    }),
    mcp,
  ]);

  const pairing = createPairing(store, dataDir.installSecret, now, newId, steadyNow);
  const dispatcher = startDispatcher({
    store,
    presence,
    now,
    random: Math.random,
    pacing: () => (config.pacing === 'off' ? {} : pacesOf(settings.current())),
    rowSteps,
    log,
  });
  const publisher = createPublisher({ store, presence, now, rowSteps: rowSteps('publish'), log });
  const overviews = createOverviews({ store, settings, servers: () => mcp.status(), log });
  const runner = createInstructionRunner({
    store,
    tools,
    artifacts,
    now,
    newId,
    log,
    maxAttempts,
    settings,
    statusOf: (key) => store.run(readConversationStatus, { ref: conversationRef(key) }),
    onFinishing: () => dispatcher.wake(),
    onRun: ({ target, outcome, durationMs }) => metrics.toolRan(target, outcome, durationMs),
  });
  const recorder = createFrameRecorder({
    store,
    presence,
    now,
    newId,
    random: Math.random,
    settings: {
      retry: { baseMs: config.retryBaseMs, capMs: config.retryCapMs },
      finalTimeoutMs,
      maxAttempts,
      maxConversations: config.maxConversations,
    },
    current: () => ({
      maxEqualRounds: settings.current().loop_breaker.max_equal_rounds,
      defaultModes: settings.current().default_modes,
    }),
    async setDefaultMode(from, { platform, mode }) {
      await settings.setDefaultMode(from, platform, mode);
      overviews.changed();
    },
    onRuntimes: () => dispatcher.wake(),
    onRowFailed: (of) => metrics.rowFailed(of),
    log,
    fitting: { artifacts, settings },
  });
  const scheduler = startScheduler(
    [
      { name: 'dispatch', run: async () => dispatcher.wake() },
      sweepDeadlines({ store, now, rowSteps }),
      sweepHolds({ store, now, rowSteps }),
      sweepDrains({ store, now, drains: rowSteps('drains') }),
      sweepRenewals({ store, now, newId, maxAttempts, renewals: rowSteps('renewals') }),
      sweepApprovals({
        store,
        now,
        newId,
        maxAttempts,
        settings,
        approvals: rowSteps('approvals'),
      }),
    ],
    log,
  );
  const data = createDataStore(db, {
    dataDir,
    version: VERSION,
    onKept(table, row, cause) {
      metrics.rowFailed('retention');
      log.error({ err: cause, work: 'retention', table, row }, 'a row failed; others go on');
    },
  });
  const retention = startRetention({ data, artifacts, settings, now, steadyNow, log, readOnly });

  const app = createServer(log, ownPort, config.requestTimeoutMs);
  function ownPort(): number {
    const address = app.server.address();
    return typeof address === 'object' && address !== null ? address.port : config.port;
  }
  const ownUrl = () => `http://${LOOPBACK}:${ownPort()}`;
  const gateway = await registerGateway(app, {
    settings: {
      pingIntervalMs: config.pingIntervalMs,
      helloTimeoutMs: config.helloTimeoutMs,
      maxFrameBytes: config.maxFrameBytes,
      framesPerSecond: config.framesPerSecond,
      version: VERSION,
    },
    log,
    now,
    steadyNow,
    newId,
    presence,
    knowsOrigin: (origin) => !readOnly && pairing.knowsOrigin(origin),
    authenticate: (token, origin) => pairing.authenticate(token, origin),
    welcome: async (clientId, lastSeq) => {
      presence.returns(clientId);
      const welcomed = await store.run(welcomeClient, { clientId, lastSeq, now: now() });
      return (
        welcomed && {
          lastReceivedSeq: welcomed.client.lastReceivedSeq,
          sentSeq: welcomed.sentSeq,
          heldJobIds: welcomed.heldJobIds,
        }
      );
    },
    record: (clientId, frame, isWanted) => {
      metrics.frameIn(frame.type);
      return recorder.record(clientId, frame, isWanted);
    },
    watchOverview: (tell) => overviews.watch(tell),
    textFor: createTexts({ read, reads, manual }),
    refused: (code) => metrics.frameRefused(code),
    closed: (reason) => metrics.linkClosed(reason),
    skip: (clientId, seq) => recorder.skip(clientId, seq),
    acknowledge: (clientId, seq) => store.dropAckedFrames(clientId, seq),
    framesAfter: (clientId, seq, limit) => store.framesAfter(clientId, seq, limit),
  });

  const startedAt = now();
  const handlers: Handlers = {
    ...createReadHandlers({ read, reads, presence, now, version: VERSION, startedAt, readOnly }),
    ...createConversationHandlers(conversationDeps),
    ...createActionHandlers({
      store,
      reads,
      tools,
      manual,
      servers: () => mcp.status(),
      runner,
      artifacts,
      settings,
      now,
      newId,
      maxAttempts,
    }),
    ...createServiceHandlers({ store, settings, pairing, ownUrl, now }),
    ...createDataHandlers({ data, retention, now }),
  };
  addRoutes(app, {
    handlers,
    pairing,
    version: VERSION,
    adminSecret: dataDir.adminSecret,
    read,
    events,
    artifacts,
    data,
    importer: createImporter({ data, store, dir: dataDir.path, now }),
    metrics: () =>
      metrics.expose({
        connected: presence.live().length,
        servers: mcp.status(),
        readOnly,
      }),
    countRequest: (operation, status, durationMs) =>
      metrics.requestAnswered(operation, status, durationMs),
    idempotency: createIdempotency(store, now),
    serveMore: (behindLock) =>
      serveMcp(behindLock, createInProcessApi(handlers, 'mcp', log), VERSION),
    readiness: createReadiness({ store, dataDir: dataDir.path, readOnly }),
    readOnly,
    log,
  });

  function run(effect: Effect): void {
    switch (effect.kind) {
      case 'dispatch':
        return dispatcher.wake();
      case 'run_instructions':
        return runner.run(effect.anchorId, effect.pending);
      case 'instruction_cancelled':
        return void runner.cancel(effect.instructionId);
      case 'job_changed': {
        metrics.jobChanged(effect.change);
        return waiter.changed(effect.jobId);
      }
      case 'conversation_changed':
        runner.conversationChanged(effect.conversationKey);
        waiter.conversationChanged();
        overviews.changed();
        return publisher.changed(effect.conversationKey);
      case 'conversation_merged':
        presence.rename(effect.from, effect.into);
        runner.conversationMerged(effect.into);
        overviews.changed();
        return publisher.changed(effect.into);
      case 'conversation_deleted':
        presence.forget(effect.conversationKey);
        waiter.lookAgain();
        overviews.changed();
        return retention.collectSoon();
      case 'number_clamped': {
        const { kind: _, subjectId: subject_id, ...numbers } = effect;
        return log.warn({ subject_id, ...numbers }, 'a number beyond reason is not kept to');
      }
      case 'client_revoked':
        return gateway.revoke(effect.clientId);
      default:
        return assertNever(effect);
    }
  }
  after = (effects, clientIds) => {
    for (const effect of effects) run(effect);
    gateway.flush(clientIds);
    events.grown();
  };

  async function stop(): Promise<void> {
    waiter.stop();
    events.close();
    await app.close();
    await runner.stop();
    await tools.close();
    publisher.stop();
    overviews.stop();
    await scheduler.stop();
    await dispatcher.stop();
    await retention.stop();
    await store.close();
    dataDir.release();
  }

  let unfinished: readonly string[];
  try {
    // Before anyone can connect: what runs now is what ran when the last conductor ended.
    unfinished = readOnly ? [] : await store.run(recoverLedger, { now: now() });
    await app.listen({ host: LOOPBACK, port: config.port });
  } catch (cause) {
    await stop();
    throw cause;
  }
  dataDir.noteRunning(ownUrl(), VERSION, now());
  for (const anchorId of unfinished) runner.run(anchorId);
  retention.collectSoon();
  return {
    url: ownUrl(),
    offerPairing() {
      const { code, linkCode } = pairing.offer();
      return { code, link: `${ownUrl()}/pair#code=${linkCode}` };
    },
    stop,
  };
}

async function openStore(dataDir: DataDir): Promise<Db> {
  try {
    const { databaseFile, isNew } = dataDir;
    const db = await whenUnlocked(() => openDatabase(databaseFile, { isNew }));
    dataDir.noteMade();
    return db;
  } catch (cause) {
    dataDir.release();
    throw cause;
  }
}
