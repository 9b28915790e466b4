import { createHash } from 'node:crypto';

import { assertNever } from '../../../../shared/lib/assert-never.ts';
import type { ExtensionBusinessFrame, FrameOf } from '../../../../shared/protocol/index.ts';
import { createFrameOrder } from '../../engine/frame-order.ts';
import type { Refusal } from '../../engine/refusal.ts';
import type { RowWork } from '../../engine/row-steps.ts';
import type { Clock, IdSource, Log, Store } from '../../engine/runtime.ts';
import { findActions, type FoundAction } from '../actions/feature.ts';
import { answerApprovalFromBrowser } from '../approvals/feature.ts';
import { type Presence, type Sender, skipFrame } from '../browsers/feature.ts';
import {
  createReportRecorder,
  type DefaultModes,
  isLarge,
  recordUserTurn,
  setModeFromBrowser,
} from '../conversations/feature.ts';
import {
  dismissDelivery,
  enqueueMessageFromBrowser,
  fitMessage,
  type MessageFitting,
  retryDeliveryFromBrowser,
  type RetryPolicy,
  settleDelivery,
} from '../deliveries/feature.ts';
import { minuteOfDay, stopRenewalFromBrowser } from '../renewals/feature.ts';
import { recordFinalMessage } from './steps/record-final-message.ts';
import { runHeldReply } from './steps/run-held-reply.ts';

export interface FrameRecorder {
  /**
   * Takes one business frame. Steps are asked for in the order of the calls, so frames of one browser
   * keep theirs. Resolves when the frame is durable, with what of it was not taken; the caller acks after that.
   * `isWanted`: asked before it begins; of a browser that has gone nothing more is taken, for it sends it again.
   */
  record(
    clientId: string,
    frame: ExtensionBusinessFrame,
    isWanted: () => boolean,
  ): Promise<readonly Refusal[]>;
  /** Notes a frame that cannot be taken, so that its sender moves on. */
  skip(clientId: string, seq: number): Promise<void>;
}

export interface DeliverySettings {
  readonly retry: RetryPolicy;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
  /** That one browser may have open. */
  readonly maxConversations: number;
}

/** What of the settings a frame's step needs. */
export interface FrameSettings {
  readonly maxEqualRounds: number;
  readonly defaultModes: DefaultModes;
}

export function createFrameRecorder(deps: {
  readonly store: Store;
  readonly presence: Presence;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly random: () => number;
  readonly settings: DeliverySettings;
  readonly current: () => FrameSettings;
  /** Resolves when it is durable, with the frame noted as received. */
  readonly setDefaultMode: (from: Sender, frame: FrameOf<'site.set_default_mode'>) => Promise<void>;
  readonly onRuntimes: () => void;
  readonly onRowFailed: (work: RowWork) => void;
  readonly log: Log;
  readonly fitting: MessageFitting;
}): FrameRecorder {
  const { store, presence, now, newId, random, settings, current, fitting } = deps;
  const limits = () => fitting.settings.current().max_message_chars;
  const inOrder = createFrameOrder();
  const reports = createReportRecorder({
    ...deps,
    ...settings,
    defaultModes: () => current().defaultModes,
  });

  async function finalMessage(
    clientId: string,
    frame: FrameOf<'browser.final_message'>,
  ): Promise<readonly Refusal[]> {
    const actions = findActions(frame.raw_text);
    const heard = await store.run(recordFinalMessage, {
      frame,
      clientId,
      ...presence.browsers(),
      from: { clientId, seq: frame.seq },
      actions,
      actionsHash: hashActions(actions),
      now: now(),
      anchorId: newId(),
      jobId: newId(),
      localConversationId: newId(),
      finalTimeoutMs: settings.finalTimeoutMs,
      maxAttempts: settings.maxAttempts,
      messageLimits: limits(),
      ...current(),
      minuteOfDay,
    });
    return heard?.refusals ?? [];
  }

  async function skip(clientId: string, seq: number): Promise<void> {
    await store.run(skipFrame, { from: { clientId, seq } });
  }

  async function send(clientId: string, frame: FrameOf<'message.send'>): Promise<void> {
    const jobId = newId();
    const fit = await fitMessage(frame.text, { jobId, platform: frame.platform }, fitting);
    try {
      await store.run(enqueueMessageFromBrowser, {
        from: { clientId, seq: frame.seq },
        ref: frame,
        text: fit.ok ? fit.value.text : frame.text,
        said: frame.text,
        kept: fit.ok ? fit.value.kept : null,
        noRoom: fit.ok ? null : fit.error.code,
        jobId,
        // Outlives the pairing, whose end renumbers what waits.
        dedupeKey: `message:${frame.id}`,
        origin: 'person',
        chain: [],
        maxAttempts: settings.maxAttempts,
        now: now(),
        actor: 'person',
        via: 'extension',
      });
    } finally {
      if (fit.ok) fit.value.release();
    }
  }

  async function take(
    clientId: string,
    frame: ExtensionBusinessFrame,
  ): Promise<readonly Refusal[]> {
    const from = { clientId, seq: frame.seq };
    switch (frame.type) {
      case 'browser.final_message':
        return finalMessage(clientId, frame);
      case 'runtime.report':
        return reports.take(clientId, frame, () => skip(clientId, frame.seq));
      case 'delivery.result': {
        const { retry } = settings;
        const settling = { frame, clientId, from, now: now(), retry, random: random() };
        return (await store.run(settleDelivery, settling)) ?? [];
      }
      case 'delivery.retry': {
        const { maxAttempts } = settings;
        await store.run(retryDeliveryFromBrowser, {
          from,
          jobId: frame.job_id,
          maxAttempts,
          now: now(),
        });
        return [];
      }
      case 'delivery.dismiss':
        await store.run(dismissDelivery, { from, jobId: frame.job_id, now: now() });
        return [];
      case 'site.set_default_mode':
        await deps.setDefaultMode(from, frame);
        return [];
      case 'conversation.set_mode': {
        const wish = { mode: frame.mode, reason: null, actor: 'person', now: now() } as const;
        await store.run(setModeFromBrowser, { frame, from, ...wish });
        return [];
      }
      case 'browser.user_turn': {
        const refusals = await store.run(recordUserTurn, {
          frame,
          clientId,
          ...presence.browsers(),
          from,
          turnId: newId(),
          localConversationId: newId(),
          finalTimeoutMs: settings.finalTimeoutMs,
          defaultModes: current().defaultModes,
          now: now(),
        });
        return refusals ?? [];
      }
      case 'approval.decide':
        await store.run(answerApprovalFromBrowser, {
          from,
          approvalId: frame.approval_id,
          decision: frame.decision,
          reason: frame.reason,
          edited: null,
          alwaysRuleId: frame.always === true ? newId() : null,
          actor: 'person',
          via: 'popup',
          messageLimits: limits(),
          jobId: newId(),
          maxAttempts: settings.maxAttempts,
          now: now(),
        });
        return [];
      case 'reply.run': {
        const refusals = await store.run(runHeldReply, {
          from,
          frame,
          clientId,
          messageLimits: limits(),
          jobId: newId(),
          maxAttempts: settings.maxAttempts,
          now: now(),
        });
        return refusals ?? [];
      }
      case 'renewal.stop':
        await store.run(stopRenewalFromBrowser, {
          from,
          ref: frame,
          actor: 'person',
          via: 'popup',
          now: now(),
        });
        return [];
      case 'message.send':
        await send(clientId, frame);
        return [];
      default:
        return assertNever(frame);
    }
  }

  return {
    skip: (clientId, seq) => inOrder(clientId, 'at once', () => skip(clientId, seq)),
    record(clientId, frame, isWanted) {
      return inOrder(clientId, asksLater(frame) ? 'later' : 'at once', () =>
        isWanted() ? take(clientId, frame) : Promise.resolve([]),
      );
    },
  };
}

/** What asks for a step after it has waited for something: a text that is kept first, a setting in its turn, a report in slices. */
function asksLater(frame: ExtensionBusinessFrame): boolean {
  return (
    ['message.send', 'site.set_default_mode'].includes(frame.type) ||
    (frame.type === 'runtime.report' && isLarge(frame))
  );
}

/** Null where there are none: two replies without actions are not alike for that. */
function hashActions(actions: readonly FoundAction[]): string | null {
  if (actions.length === 0) return null;
  return createHash('sha256').update(JSON.stringify(actions)).digest('base64url');
}
