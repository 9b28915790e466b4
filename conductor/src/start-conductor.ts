import { nanoid } from 'nanoid';
import type { Logger } from 'pino';

import { assertNever } from '../../shared/lib/assert-never.ts';
import { conversationRef } from '../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { Config } from './config.ts';
import { openDataDir } from './data-dir.ts';
import type { Effect } from './domain/plan.ts';
import { recoverLedger } from './domain/steps/ledger.ts';
import { welcomeClient } from './domain/steps/pair-client.ts';
import { readConversationStatus } from './domain/steps/read-conversation-status.ts';
import { setConversationMode } from './domain/steps/set-conversation-mode.ts';
import { addRoutes, createServer } from './http/server.ts';
import { type Dispatcher, startDispatcher } from './services/dispatcher.ts';
import { createPairing } from './services/pairing.ts';
import { createPresence } from './services/presence.ts';
import { createPublisher, type Publisher } from './services/publisher.ts';
import { createFrameRecorder } from './services/record-frame.ts';
import { createInstructionRunner, type InstructionRunner } from './services/run-instructions.ts';
import { openDatabase } from './store/open-database.ts';
import { createStepStore } from './store/step-store.ts';
import { BUILT_IN_TOOLS } from './tools/built-in/built-in-tools.ts';
import { createToolRegistry } from './tools/tool-registry.ts';
import { VERSION } from './version.ts';
import { type Gateway, registerGateway } from './ws/gateway.ts';

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
}

/**
 * Puts the conductor together and starts it: the only place that knows all rooms. Resolves when it
 * listens. Throws DataDirUnusable, DatabaseUnusable, or the system's error when the port is taken.
 */
export async function startConductor(
  config: Config,
  log: Logger,
  hooks: Hooks = {},
): Promise<Conductor> {
  const dataDir = openDataDir(config.dataDir);
  const db = openDatabase(dataDir.databaseFile);
  const now = Date.now;
  const newId = nanoid;

  let parts:
    | { dispatcher: Dispatcher; publisher: Publisher; runner: InstructionRunner; gateway: Gateway }
    | undefined;
  const store = createStepStore(db, {
    ...(hooks.committed && { committed: hooks.committed }),
    effects(effects, clientIds) {
      if (parts === undefined) return;
      for (const effect of effects) run(effect, parts);
      parts.gateway.flush(clientIds);
    },
  });
  const presence = createPresence(now, config.leaseMs, store.leaseholders());

  function run(effect: Effect, { dispatcher, publisher, runner }: NonNullable<typeof parts>): void {
    switch (effect.kind) {
      case 'dispatch':
        return dispatcher.wake();
      case 'run_instructions':
        return runner.run(effect.anchorId);
      case 'conversation_changed':
        return publisher.changed(effect.conversationKey);
      case 'conversation_merged':
        presence.rename(effect.from, effect.into);
        return publisher.changed(effect.into);
      default:
        return assertNever(effect);
    }
  }

  const tools = createToolRegistry(BUILT_IN_TOOLS);
  const pairing = createPairing(store, dataDir.installSecret, now, newId);
  const dispatcher = startDispatcher(store, presence, now, log);
  const publisher = createPublisher(store, presence, log);
  const runner = createInstructionRunner({
    store,
    tools,
    now,
    newId,
    log,
    maxAttempts: config.maxAttempts,
    statusOf: (key) => store.run(readConversationStatus, { ref: conversationRef(key) }),
  });
  const recorder = createFrameRecorder({
    store,
    presence,
    tools,
    now,
    newId,
    random: Math.random,
    settings: {
      retry: { baseMs: config.retryBaseMs, capMs: config.retryCapMs },
      finalTimeoutMs: config.finalTimeoutMs,
      maxAttempts: config.maxAttempts,
    },
    onRuntimes: () => dispatcher.wake(),
  });

  const app = createServer(log, ownPort);
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
      version: VERSION,
    },
    log,
    now,
    newId,
    presence,
    knowsOrigin: (origin) => pairing.knowsOrigin(origin),
    authenticate: (token, origin) => pairing.authenticate(token, origin),
    welcome: async (clientId, lastSeq) => {
      const welcomed = await store.run(welcomeClient, { clientId, lastSeq, now: now() });
      return (
        welcomed && {
          lastReceivedSeq: welcomed.client.lastReceivedSeq,
          heldJobIds: welcomed.heldJobIds,
        }
      );
    },
    record: (clientId, frame) => recorder.record(clientId, frame),
    skip: (clientId, seq) => recorder.skip(clientId, seq),
    acknowledge: (clientId, seq) => store.dropAckedFrames(clientId, seq),
    framesAfter: (clientId, seq, limit) => store.framesAfter(clientId, seq, limit),
  });
  addRoutes(app, {
    pairing,
    version: VERSION,
    adminSecret: dataDir.adminSecret,
    ownUrl,
    overview: () => store.overview(),
    isLive: (clientId) => presence.isLive(clientId),
    setMode: (localConversationId, mode, reason) => setMode(localConversationId, mode, reason),
  });

  async function setMode(
    localConversationId: string,
    mode: 'auto' | 'manual' | 'paused',
    reason: string | null,
  ): Promise<'ok' | ErrorCode> {
    const wish = { localConversationId, mode, reason, actor: 'person', now: now() } as const;
    const outcome = await store.run(setConversationMode, wish);
    return outcome === 'set' || outcome === 'same' ? 'ok' : outcome;
  }

  async function stop(): Promise<void> {
    await app.close();
    await runner.stop();
    await dispatcher.stop();
    await store.close();
    dataDir.release();
  }

  parts = { dispatcher, publisher, runner, gateway };
  // Before anyone can connect: what runs now is what ran when the last conductor ended.
  const unfinished = await store.run(recoverLedger, { now: now() });
  try {
    await app.listen({ host: LOOPBACK, port: config.port });
  } catch (cause) {
    await stop();
    throw cause;
  }
  for (const anchorId of unfinished) runner.run(anchorId);
  return {
    url: ownUrl(),
    offerPairing() {
      const { code, linkCode } = pairing.offer();
      return { code, link: `${ownUrl()}/pair#code=${linkCode}` };
    },
    stop,
  };
}
