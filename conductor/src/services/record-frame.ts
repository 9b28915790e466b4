import { assertNever } from '../../../shared/lib/assert-never.ts';
import type { ExtensionBusinessFrame, FrameOf } from '../../../shared/protocol/index.ts';
import { malformedOutcome } from '../domain/baa/compose-results.ts';
import { parseActions } from '../domain/baa/parse-actions.ts';
import { skipFrame } from '../domain/steps/from-client.ts';
import { type FoundAction, recordFinalMessage } from '../domain/steps/record-final-message.ts';
import { recordRuntime } from '../domain/steps/record-runtime-report.ts';
import { retryDelivery } from '../domain/steps/retry-delivery.ts';
import { setModeFromBrowser } from '../domain/steps/set-conversation-mode.ts';
import { settleDelivery } from '../domain/steps/settle-delivery.ts';
import type { RetryPolicy } from '../domain/retry-policy.ts';
import type { ToolRegistry } from '../tools/tool-registry.ts';
import type { Presence } from './presence.ts';
import type { Clock, IdSource, Store } from './ports.ts';

export interface FrameRecorder {
  /**
   * Takes one business frame. Steps are asked for in the order of the calls, so frames of one browser
   * keep theirs. Resolves when the frame is durable; the caller acks after that.
   */
  record(clientId: string, frame: ExtensionBusinessFrame): Promise<void>;
  /** Notes a frame that cannot be taken, so that its sender moves on. */
  skip(clientId: string, seq: number): Promise<void>;
}

export interface DeliverySettings {
  readonly retry: RetryPolicy;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
}

export function createFrameRecorder(deps: {
  readonly store: Store;
  readonly presence: Presence;
  readonly tools: ToolRegistry;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly random: () => number;
  readonly settings: DeliverySettings;
  readonly onRuntimes: () => void;
}): FrameRecorder {
  const { store, presence, tools, now, newId, random, settings, onRuntimes } = deps;

  async function finalMessage(
    clientId: string,
    frame: FrameOf<'browser.final_message'>,
  ): Promise<void> {
    await store.run(recordFinalMessage, {
      frame,
      clientId,
      from: { clientId, seq: frame.seq },
      actions: findActions(frame.raw_text, tools),
      now: now(),
      anchorId: newId(),
      jobId: newId(),
      localConversationId: newId(),
      finalTimeoutMs: settings.finalTimeoutMs,
      maxAttempts: settings.maxAttempts,
    });
  }

  async function runtimeReport(clientId: string, frame: FrameOf<'runtime.report'>): Promise<void> {
    const { finalTimeoutMs } = settings;
    const [keys] = await Promise.all([
      Promise.all(
        frame.runtimes.map((runtime) =>
          store.run(recordRuntime, {
            runtime,
            now: now(),
            localConversationId: newId(),
            finalTimeoutMs,
          }),
        ),
      ),
      skip(clientId, frame.seq),
    ]);
    const able = keys.filter((_key, index) => servable(frame.runtimes[index]));
    const unable = keys.filter((key) => !able.includes(key));
    presence.serves(clientId, { able, unable }, frame.complete);
    onRuntimes();
  }

  async function skip(clientId: string, seq: number): Promise<void> {
    await store.run(skipFrame, { from: { clientId, seq } });
  }

  return {
    skip,
    async record(clientId, frame) {
      const from = { clientId, seq: frame.seq };
      switch (frame.type) {
        case 'browser.final_message':
          return finalMessage(clientId, frame);
        case 'runtime.report':
          return runtimeReport(clientId, frame);
        case 'delivery.result': {
          const { retry, finalTimeoutMs } = settings;
          await store.run(settleDelivery, {
            frame,
            clientId,
            from,
            now: now(),
            retry,
            random: random(),
            finalTimeoutMs,
          });
          return;
        }
        case 'delivery.retry': {
          const { maxAttempts } = settings;
          await store.run(retryDelivery, { from, jobId: frame.job_id, maxAttempts, now: now() });
          return;
        }
        case 'conversation.set_mode': {
          const wish = { mode: frame.mode, reason: null, actor: 'person', now: now() } as const;
          await store.run(setModeFromBrowser, { frame, from, ...wish });
          return;
        }
        default:
          return assertNever(frame);
      }
    },
  };
}

function servable(runtime: FrameOf<'runtime.report'>['runtimes'][number] | undefined): boolean {
  return runtime?.runtime_status === 'ready' || runtime?.runtime_status === 'stale';
}

function findActions(rawText: string, tools: ToolRegistry): FoundAction[] {
  return parseActions(rawText).map((action) => {
    if (!action.ok) {
      const outcome = malformedOutcome(action);
      return { ok: false, error: { code: 'malformed_action', text: outcome.text } };
    }
    const known = tools.find(action.target, action.tool);
    return {
      ok: true,
      target: action.target,
      tool: action.tool,
      paramsJson: JSON.stringify(action.params),
      // An unknown tool runs nothing: its answer is that it is unknown.
      risk: known?.risk ?? 'low',
      idempotent: known?.idempotent ?? true,
    };
  });
}
