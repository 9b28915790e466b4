import { join } from 'node:path';

import { pino } from 'pino';

import { instructReply } from '../../conductor/src/features/heart/actions/instruct-reply.ts';
import { insert, joinPlans, plan } from '../../conductor/src/engine/plan.ts';
import {
  type Conversation,
  type MessageAnchor,
  CONVERSATIONS,
  MESSAGE_ANCHORS,
} from '../../conductor/src/features/heart/conversations/rows.ts';
import { createEffectRunner, on } from '../../conductor/src/engine/effects.ts';
import {
  instructionCancelled,
  runInstructions,
} from '../../conductor/src/features/heart/actions/effects.ts';
import {
  conversationChanged,
  conversationMerged,
} from '../../conductor/src/features/heart/conversations/effects.ts';
import type { Instruction } from '../../conductor/src/features/heart/actions/rows.ts';
import { type PolicyRule, POLICY_RULES } from '../../conductor/src/features/heart/policy/rows.ts';
import type { Step } from '../../conductor/src/engine/step.ts';
import { recoverLedger } from '../../conductor/src/features/heart/actions/steps/run-instruction.ts';
import { setConversationMode } from '../../conductor/src/features/heart/conversations/steps/set-conversation-mode.ts';
import type { Bucket } from '../../conductor/src/features/heart/artifacts/bucket.ts';
import {
  type Copying,
  createCopying,
} from '../../conductor/src/features/heart/artifacts/copy-contents.ts';
import { createArtifactFiles } from '../../conductor/src/features/heart/artifacts/artifact-files.ts';
import { createOpenContent } from '../../conductor/src/features/heart/artifacts/open-content.ts';
import {
  type Artifacts,
  createArtifacts,
} from '../../conductor/src/features/heart/artifacts/artifacts.ts';
import {
  createInstructionRunner,
  type InstructionRunner,
} from '../../conductor/src/features/heart/actions/run-instructions.ts';
import {
  DEFAULT_SETTINGS,
  type Settings,
} from '../../conductor/src/features/ground/settings/settings.ts';
import { openDatabase } from '../../conductor/src/stores/sqlite/open-database.ts';
import type { Reader } from '../../conductor/src/engine/query.ts';
import { createReader } from '../../conductor/src/stores/sqlite/reader.ts';
import { SQLITE_PARTS } from '../../conductor/src/features.ts';
import { createStepStore, type StepStore } from '../../conductor/src/stores/sqlite/step-store.ts';
import { sourceOf } from '../../conductor/src/features/heart/actions/tools/built-in/built-in-tools.ts';
import type { Tool } from '../../conductor/src/features/heart/actions/tools/tool.ts';
import {
  createToolRegistry,
  type ToolRegistry,
} from '../../conductor/src/features/heart/actions/tools/tool-registry.ts';
import type { JsonObject } from '../../conductor/src/baa/json-value.ts';
import { conversationKey } from '../../shared/model/conversation-key.ts';
import { putMigratedDatabase } from './migrated-database.ts';

export const KEY = conversationKey({ platform: 'chatgpt', remote_conversation_id: 'a' });

export const CONVERSATION: Conversation = {
  conversationKey: KEY,
  platform: 'chatgpt',
  remoteConversationId: 'a',
  localConversationId: 'local-a',
  mode: 'auto',
  modeSetAt: 1,
  pauseReason: null,
  title: null,
  customTitle: null,
  latestAssistantMessageId: 'reply',
  latestObservedAt: 1,
  latestUserTurnAt: null,
  accountKey: 'chatgpt',
  staleAnchors: 'rebase',
  agentId: null,
  parentKey: null,
  finalTimeoutMs: 60_000,
  createdAt: 1,
  updatedAt: 1,
  version: 1,
};

export const ANCHOR: MessageAnchor = {
  anchorId: 'reply',
  conversationKey: KEY,
  assistantMessageId: 'reply',
  observedAt: 1,
  source: 'browser.final_message',
  rawText: '',
  complete: 'whole',
  isSecond: false,
  leftAt: null,
  actionsHash: null,
  chain: [],
  diagnosticTabId: null,
  diagnosticPageUrl: null,
  version: 1,
};

export const INSTRUCTION: Instruction = {
  instructionId: 'reply.0',
  anchorId: 'reply',
  conversationKey: KEY,
  position: 0,
  target: 'test',
  tool: 'run',
  paramsJson: '{}',
  risk: 'high',
  readOnly: false,
  idempotent: false,
  toolPin: null,
  mayHaveRun: false,
  status: 'pending',
  resultText: null,
  resultFormat: 'text',
  errorCode: null,
  errorText: null,
  createdAt: 1,
  startedAt: null,
  finishedAt: null,
  version: 1,
};

/** Some turns of the event loop, each with its commit: what is not begun by then is not going to be. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1)
    await new Promise((resolve) => void setImmediate(resolve));
}

export interface LedgerWorld {
  readonly store: StepStore;
  readonly read: Reader;
  readonly runner: InstructionRunner;
  readonly registry: ToolRegistry;
  readonly artifacts: Artifacts;
  /** Null: there is no bucket. */
  readonly copying: Copying | null;
  /** One step that writes these rows. */
  readonly write: (parts: Parameters<typeof plan>[0]) => Promise<void>;
  /** A reply of conversation `a` that asks for these, as `tool` or `[tool, params]` of target `test`, and runs it. */
  readonly reply: (
    ...actions: readonly (string | readonly [string, JsonObject])[]
  ) => Promise<void>;
  readonly rule: (
    rule: Partial<PolicyRule> & Pick<PolicyRule, 'toolPattern' | 'decision'>,
  ) => Promise<void>;
  readonly setMode: (mode: 'auto' | 'manual' | 'paused') => Promise<void>;
  /** As at start: takes up what the last conductor left. */
  readonly recover: () => Promise<void>;
  readonly rows: <Row = Readonly<Record<string, unknown>>>(sql: string) => Row[];
  /** Statuses by position, as `succeeded` or `failed:code`. */
  readonly statuses: () => string[];
  /** Texts of the results that went back. */
  readonly deliveries: () => string[];
  readonly close: () => Promise<void>;
}

/** The real ledger on a real database: store, runner and artifacts, with tools of the test. */
export function openLedger(
  dataDir: string,
  tools: readonly Tool[],
  options: {
    readonly settings?: Partial<Settings>;
    readonly now?: () => number;
    readonly stopGraceMs?: number;
    /** Bucket that holds copies of artifacts. */
    readonly bucket?: Bucket;
    /** Called before each step of the runner; what it throws is what became of the step. */
    readonly beforeStep?: (name: string) => void;
  } = {},
): LedgerWorld {
  const { now = Date.now, stopGraceMs, beforeStep, bucket = null } = options;
  const file = join(dataDir, 'baton.db');
  putMigratedDatabase(file);
  const db = openDatabase(file);
  const settings = { current: (): Settings => ({ ...DEFAULT_SETTINGS, ...options.settings }) };
  const log = pino({ level: 'silent' });
  const store = createStepStore(db, SQLITE_PARTS, {
    now,
    effects: createEffectRunner([
      on(runInstructions, ({ anchorId, pending }) => runner.run(anchorId, pending)),
      on(conversationChanged, (one) => runner.conversationChanged(one.conversationKey)),
      on(conversationMerged, ({ into }) => runner.conversationMerged(into)),
      on(instructionCancelled, ({ instructionId }) => void runner.cancel(instructionId)),
    ]),
  });
  const read = createReader(db, SQLITE_PARTS.queries);
  let ids = 0;
  const newId = (): string => `id-${process.pid}-${(ids += 1)}`;
  const registry = createToolRegistry([sourceOf(tools)]);
  const files = createArtifactFiles(join(dataDir, 'artifacts'), newId);
  const copying =
    bucket && createCopying({ bucket, files, store, read, settings, now, steadyNow: now, log });
  const artifacts = createArtifacts({
    files,
    open: createOpenContent({ files, bucket, settings }),
    store,
    read,
    settings,
    now,
    log,
    changed: () => copying?.wake(),
  });
  const runner = createInstructionRunner({
    store: {
      ...store,
      async run(step, input) {
        beforeStep?.(step.name);
        return store.run(step, input);
      },
    },
    tools: registry,
    artifacts,
    settings,
    statusOf: () => Promise.reject(new Error('nobody asks')),
    now,
    newId,
    maxAttempts: 5,
    log,
    ...(stopGraceMs !== undefined && { stopGraceMs }),
  });

  const write = async (parts: Parameters<typeof plan>[0]): Promise<void> => {
    const step: Step<null, Record<never, never>, null> = {
      name: 'write rows',
      load: () => ({}),
      decide: () => ({ plan: plan(parts), outcome: null }),
    };
    await store.run(step, null);
  };
  const rows = <Row>(sql: string): Row[] => db.$client.prepare(sql).all() as Row[];

  return {
    store,
    read,
    runner,
    registry,
    artifacts,
    copying,
    write,
    rows,
    async reply(...actions) {
      const found = actions.map((action) => {
        const [tool, params] = typeof action === 'string' ? [action, {}] : action;
        return { ok: true, target: 'test', tool, paramsJson: JSON.stringify(params) } as const;
      });
      const input = {
        actions: found,
        actor: 'client:b' as const,
        jobId: newId(),
        maxAttempts: 5,
        messageLimits: {},
        now: now(),
      };
      await write(
        joinPlans(
          plan({
            changes: [insert(CONVERSATIONS, CONVERSATION), insert(MESSAGE_ANCHORS, ANCHOR)],
          }),
          instructReply(ANCHOR, input),
        ),
      );
    },
    rule: (rule) =>
      write({
        changes: [
          insert(POLICY_RULES, {
            ruleId: newId(),
            conversationKey: null,
            agentId: null,
            paramsPattern: null,
            evenIfTainted: false,
            reason: null,
            createdAt: now(),
            version: 1,
            ...rule,
          }),
        ],
      }),
    async setMode(mode) {
      const wish = { mode, reason: null, actor: 'person', now: now() } as const;
      await store.run(setConversationMode, { localConversationId: 'local-a', ...wish });
    },
    async recover() {
      for (const anchorId of await store.run(recoverLedger, { now: now() })) runner.run(anchorId);
    },
    statuses: () =>
      rows<{ status: string; error_code: string | null }>(
        'select status, error_code from instructions order by position',
      ).map(({ status, error_code: code }) => (code === null ? status : `${status}:${code}`)),
    deliveries: () =>
      rows<{ message_text: string }>('select message_text from delivery_jobs').map(
        ({ message_text: text }) => text,
      ),
    async close() {
      await runner.stop();
      await store.close();
    },
  };
}
