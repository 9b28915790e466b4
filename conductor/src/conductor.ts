import type { Logger } from 'pino';

import { createAcpPrograms } from './acp/acp-programs.ts';
import { createAgentFiles } from './agent-files.ts';
import type { Config } from './config.ts';
import { type DataDir, openDataDir } from './data-dir.ts';
import type { BridgeServices } from './edges/bridge/bridge-services.ts';
import { registerGateway } from './edges/bridge/gateway.ts';
import { serveFeed } from './edges/bridge/serve-feed.ts';
import { logSparingly } from './edges/log-sparingly.ts';
import { LOOPBACK, listenOnLoopback } from './edges/http/listen-on-loopback.ts';
import { listenWithTls } from './edges/http/listen-with-tls.ts';
import { addRoutes, createServer } from './edges/http/server.ts';
import { newFaceName, ownAddresses } from './edges/http/own-addresses.ts';
import { createInProcessApi } from './edges/in-process-api.ts';
import { serveMcp } from './edges/mcp/serve-mcp.ts';
import { serveRunTools } from './edges/mcp/serve-run-tools.ts';
import { createPictures } from './edges/pass-pictures.ts';
import { createEventFeed } from './engine/event-feed.ts';
import { createMetrics } from './engine/metrics.ts';
import type { Effect } from './engine/plan.ts';
import { createRowSteps } from './engine/row-steps.ts';
import type { Clock } from './engine/runtime.ts';
import { startFeatures } from './engine/start-features.ts';
import { type AnyFeature, FEATURES } from './features.ts';
import { agentsFeature } from './features/minds/agents/feature.ts';
import { artifactsFeature } from './features/heart/artifacts/feature.ts';
import { browsersFeature, skipFrame, welcomeClient } from './features/ground/browsers/feature.ts';
import { dataFeature } from './features/desk/data/feature.ts';
import { overviewFeature } from './features/desk/overview/feature.ts';
import { peopleFeature } from './features/ground/people/feature.ts';
import { repliesFeature } from './features/heart/replies/feature.ts';
import { settingsFeature } from './features/ground/settings/feature.ts';
import { resourcesFeature } from './features/hands/resources/feature.ts';
import { trailFeature } from './features/desk/trail/feature.ts';
import { FACE } from './program-files.ts';
import { createLocalWorker } from './local-worker.ts';
import { lockFile } from './running-url.ts';
import { sealKeysIn } from './seal-keys.ts';
import { createSkillFiles } from './skill-files.ts';
import { createSealer, RUN_TOOLS_PATH, runsFeature } from './features/teams/runs/feature.ts';
import { createDataStore } from './stores/sqlite/data-store.ts';
import { type Db, openDatabase } from './stores/sqlite/open-database.ts';
import {
  mergeSqliteImplementations,
  type SqliteImplementation,
} from './stores/sqlite/sqlite-implementation.ts';
import { createReader } from './stores/sqlite/reader.ts';
import { createStepStore } from './stores/sqlite/step-store.ts';
import { whenUnlocked } from './stores/sqlite/when-unlocked.ts';
import { createModels } from './models/models.ts';
import { createIdSource } from './new-id.ts';
import { createMcpSource } from './tool-servers/tool-servers.ts';
import { VERSION } from './version.ts';
import { DATA_DIR } from './features/ground/settings/given.ts';
import { INSTALL_SECRET, OWN_URL, REVOKE } from './features/ground/browsers/given.ts';
import { ADMIN_SECRET, FACE_URL } from './features/ground/people/given.ts';
import { ACP_PROGRAMS, SEALER } from './features/teams/runs/given.ts';
import { ARTIFACTS_DIR, BUCKET_FILE } from './features/heart/artifacts/given.ts';
import { AGENT_FILES, MODELS } from './features/minds/agents/given.ts';
import { SKILL_FILES } from './features/hands/tools/given.ts';
import { DATA_PORT } from './features/desk/data/given.ts';
import { START_WORKER } from './features/hands/resources/given.ts';
import { createGiven, give } from './engine/given.ts';
import { TOOL_SERVERS } from './features/heart/actions/given.ts';

export interface Conductor {
  readonly url: string;
  /** Host and port of the web UI. */
  readonly faceHost: string;
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
  /** Default: all there are. */
  readonly features?: readonly AnyFeature[];
  /** Folder of the web UI. Default: where it is built to. */
  readonly faceDir?: string;
}

/**
 * Puts the conductor together and starts it: the store, the features in their order, the edges. Resolves when it listens.
 * Throws DataDirUnusable, DatabaseUnusable, NotCommitted where nothing can be written, or the system's error when the port
 * is taken.
 */
export async function startConductor(
  config: Config,
  log: Logger,
  hooks: Hooks = {},
): Promise<Conductor> {
  const dataDir = openDataDir(config.dataDir, config);
  if (dataDir.restoreNote !== null) log.warn(dataDir.restoreNote);
  const { now = Date.now, steadyNow = () => performance.now() } = hooks;
  const newId = createIdSource(now);
  const { features = FEATURES, faceDir = FACE } = hooks;
  const parts = mergeSqliteImplementations(features.flatMap(({ sqlite }) => sqlite ?? []));
  const db = await openStore(dataDir, parts.schema);
  const { readOnly } = db;

  const metrics = createMetrics();
  const events = createEventFeed();
  const read = createReader(db, parts.queries);
  /** Set once everything stands; no step has run before. */
  let after: (effects: readonly Effect[], clientIds: ReadonlySet<string>) => void = () => undefined;
  const store = createStepStore(db, parts, {
    lockFile: lockFile(dataDir.path),
    now,
    workingSet: config.workingSet === 'on',
    readOnly,
    committed(steps, durationMs) {
      metrics.committed(steps.length, durationMs);
      hooks.committed?.(steps);
    },
    effects: (effects, clientIds) => after(effects, clientIds),
  });
  const data = createDataStore(db, {
    dataDir,
    version: VERSION,
    onKept(table, row, cause) {
      metrics.rowFailed('retention');
      log.error({ err: cause, work: 'retention', table, row }, 'a row failed; others go on');
    },
  });

  const faceName = newFaceName(); // guard: face-run-name
  const addresses = () => ownAddresses(ownPort(), faceName);
  const app = createServer(log, addresses, config);
  function ownPort(): number {
    const address = app.server.address();
    return typeof address === 'object' && address !== null ? address.port : config.port;
  }
  const faceHost = () => addresses().faceHost;
  const ownUrl = () => `http://${LOOPBACK}:${ownPort()}`;

  const running = await startFeatures(
    features,
    {
      store,
      read,
      now,
      steadyNow,
      newId,
      random: Math.random,
      log,
      settings: config,
      version: VERSION,
      readOnly,
      given: createGiven([
        give(DATA_DIR, dataDir.path),
        give(INSTALL_SECRET, dataDir.installSecret),
        give(ADMIN_SECRET, dataDir.adminSecret),
        give(SEALER, createSealer(sealKeysIn(dataDir.sealKeyFile))),
        give(ARTIFACTS_DIR, dataDir.artifactsDir),
        give(BUCKET_FILE, dataDir.bucketFile),
        give(
          TOOL_SERVERS,
          createMcpSource({ configFile: dataDir.mcpConfigFile, log, version: VERSION }),
        ),
        give(AGENT_FILES, createAgentFiles(dataDir.agentsDir)),
        give(SKILL_FILES, createSkillFiles(dataDir.skillsDir)),
        give(MODELS, createModels({ configFile: dataDir.modelsConfigFile, log })),
        give(ACP_PROGRAMS, createAcpPrograms({ log, version: VERSION })),
        give(DATA_PORT, data),
        give(START_WORKER, () => worker.start()),
        give(OWN_URL, ownUrl),
        give(FACE_URL, () => `http://${faceHost()}`),
        give(REVOKE, (clientId) => {
          gateway.revoke(clientId);
          feed.revoke(clientId);
        }),
      ]),
      meter: metrics.meter,
      rowFailed: (work) => metrics.rowFailed(work),
      rowSteps: (work) =>
        createRowSteps({ work, now: steadyNow, log, onFailed: (of) => metrics.rowFailed(of) }),
    },
    (from) => store.run(skipFrame, { from }),
  );
  const worker = createLocalWorker({
    dataDir: dataDir.path,
    offerCode: () => pairing.offer().linkCode,
    roots: () => running.use(settingsFeature).current().resources.roots,
    log,
    steadyNow,
    random: Math.random,
  });
  const { operations, handlers, frames } = running;
  const { pairing, presence, clients } = running.use(browsersFeature);
  const replies = running.use(repliesFeature);
  const resources = running.use(resourcesFeature);
  const overview = running.use(overviewFeature);
  const people = running.use(peopleFeature);

  const bridge: BridgeServices = {
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
    noteUnknownOrigin: logSparingly(
      (fields) => log.warn(fields, 'upgrade from an unknown origin refused'),
      steadyNow,
    ),
    noteBroken: logSparingly((fields) => log.info(fields, 'a WebSocket broke'), steadyNow),
    noteUnknownClosed: logSparingly((fields) => log.info(fields, 'connection closed'), steadyNow),
    knowsOrigin: async (origin) => !readOnly && pairing.knowsOrigin(origin),
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
      return frames.record(clientId, frame, isWanted);
    },
    told: (clientId, frame) => {
      metrics.frameIn(frame.type);
      if (frame.type === 'site.report') presence.reported(clientId, frame);
      else if (frame.type === 'resource.event') resources.events.told(clientId, frame);
      else replies.progress.told(clientId, frame);
    },
    watchOverview: overview.watch,
    textFor: async (clientId, asked) =>
      asked.type === 'face_ask'
        ? people.linkForBrowser(clientId, asked.path)
        : overview.textFor(asked),
    refused: (code) => metrics.frameRefused(code),
    closed: (reason) => metrics.linkClosed(reason),
    skip: (clientId, seq) => frames.skip(clientId, seq),
    acknowledge: (clientId, seq) => store.dropAckedFrames(clientId, seq),
    framesAfter: (clientId, seq, limit) => store.framesAfter(clientId, seq, limit),
  };
  const gateway = await registerGateway(app, bridge);
  const pictures = createPictures();
  const feed = serveFeed(app, { ...bridge, pictures });

  addRoutes(app, {
    operations,
    handlers,
    pairing,
    presence,
    clients,
    face: people,
    chats: running.use(agentsFeature).chats,
    watchProgress: replies.progress.watch,
    watchResources: resources.events.watch,
    watchWorkers: running.use(runsFeature).watchWorkers,
    watchNumbers: overview.numbers.watch,
    watchPictures: (...asked) => pictures.watch(...asked),
    faceHost,
    knownHost: () => addresses().knownHost,
    faceDir,
    now,
    version: VERSION,
    adminSecret: dataDir.adminSecret,
    read,
    events,
    artifacts: running.use(artifactsFeature),
    data,
    importer: running.use(dataFeature).importer,
    metrics: () => metrics.expose(),
    countRequest: (operation, status, durationMs) =>
      metrics.requestAnswered(operation, status, durationMs),
    idempotency: people.idempotency,
    serveMore: (behindLock) =>
      serveMcp(
        behindLock,
        createInProcessApi(operations, handlers, 'mcp', log),
        VERSION,
        operations,
      ),
    serveUnlocked: (app) =>
      serveRunTools(app, RUN_TOOLS_PATH, VERSION, running.use(runsFeature).calls),
    readiness: running.use(trailFeature).readiness,
    readOnly,
    log,
  });

  after = (effects, clientIds) => {
    running.runEffects(effects);
    gateway.flush(clientIds);
    events.grown();
  };

  let closeDoor = (): void => undefined;
  async function stop(): Promise<void> {
    dataDir.noteStopping(); // guard: address-taken-back
    running.letGo();
    // While it is still heard: it tells how what it holds has ended.
    await worker.stop();
    events.close();
    closeDoor();
    await app.close();
    await running.stop();
    await store.close();
    dataDir.release();
  }

  try {
    // Before anyone can connect: what runs now is what ran when the last conductor ended.
    if (!readOnly) await running.recover();
    await listenOnLoopback(app, config.port);
    const { listen: address, publicUrl, tlsCert: certFile, tlsKey: keyFile } = config;
    if (address !== '')
      closeDoor = await listenWithTls(app, { address, publicUrl, certFile, keyFile });
  } catch (cause) {
    await stop();
    throw cause;
  }
  dataDir.noteRunning(ownUrl(), VERSION, now());
  running.begin();
  return {
    url: ownUrl(),
    faceHost: faceHost(),
    offerPairing() {
      const { code, linkCode } = pairing.offer();
      return { code, link: `${ownUrl()}/pair#code=${linkCode}` };
    },
    stop,
  };
}

async function openStore(dataDir: DataDir, tables: SqliteImplementation['schema']): Promise<Db> {
  try {
    const { databaseFile, isNew } = dataDir;
    // guard: store-once
    const db = await whenUnlocked(() => openDatabase(databaseFile, { isNew, tables }));
    dataDir.noteMade();
    return db;
  } catch (cause) {
    dataDir.release();
    throw cause;
  }
}
