import type { Handling, Kit } from '../../../engine/feature.ts';
import type { deliveriesOperations } from '../../../../../shared/api/deliveries.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { Sender } from '../../../engine/frames.ts';
import { artifactsFeature } from '../artifacts/feature.ts';
import { browsersFeature } from '../../ground/browsers/feature.ts';
import { conversationsFeature } from '../conversations/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { type JobMoved, dispatch, jobChanged } from './effects.ts';
import type { ConversationPort } from './conversation-port.ts';
import { createConversationPort } from './create-conversation-port.ts';
import { startDispatcher } from './dispatcher.ts';
import { fitMessage } from './fit-message.ts';
import { createDeliveryHandlers } from './handlers.ts';
import { createJobWaiter } from './job-waiter.ts';
import { pacesOf } from './pacing-settings.ts';
import { dismissDelivery } from './steps/dismiss-delivery.ts';
import { enqueueMessageFromBrowser } from './steps/enqueue-message.ts';
import { retryDeliveryFromBrowser } from './steps/retry-delivery.ts';
import { settleDelivery } from './steps/settle-delivery.ts';
import { sweepDeadlines, sweepHolds } from './sweep-deliveries.ts';
import * as deliveries from './queries.ts';
import {
  conversationModeSet,
  conversationChanged,
  conversationDeleted,
} from '../conversations/effects.ts';
import { settingChanged } from '../../ground/settings/effects.ts';
import { numberClamped } from '../../../engine/plan.ts';
import { on } from '../../../engine/effects.ts';

/** Calls of later features and the edges about deliveries. */
export interface DeliveriesPort {
  readonly conversationPort: ConversationPort;
  /** Looks for jobs that can be dispatched. */
  readonly wake: () => void;
}

/** Starts the deliveries: dispatching, deadlines, and who waits for a job. */
export function startDeliveries(kit: Kit): Handling<DeliveriesPort, typeof deliveriesOperations> {
  const { store, read, now, newId, random, log, rowSteps, settings: start } = kit;
  const { maxAttempts } = start;
  const { presence } = kit.use(browsersFeature);
  const settings = kit.use(settingsFeature);
  const { lookUp, whenReported } = kit.use(conversationsFeature);
  const artifacts = kit.use(artifactsFeature);
  const waiter = createJobWaiter((jobId) => read.one(deliveries.jobProgress({ jobId })));
  const dispatcher = startDispatcher({
    store,
    presence,
    now,
    random,
    pacing: () => (start.pacing === 'off' ? {} : pacesOf(settings.current())),
    rowSteps,
    log,
  });
  whenReported(() => dispatcher.wake());
  const deps = { presence, lookUp, waiter, artifacts, settings };
  const count = countDeliveries(kit);

  async function send(frame: FrameOf<'message.send'>, from: Sender): Promise<void> {
    const jobId = newId();
    const fit = await fitMessage(frame.text, { jobId, platform: frame.platform }, deps);
    try {
      await store.run(enqueueMessageFromBrowser, {
        from,
        ref: frame,
        text: fit.ok ? fit.value.text : frame.text,
        fullText: frame.text,
        stored: fit.ok ? fit.value.stored : null,
        noRoom: fit.ok ? null : fit.error.code,
        jobId,
        // Outlives the pairing, whose end renumbers what waits.
        dedupeKey: `message:${frame.id}`,
        origin: 'person',
        chain: [],
        maxAttempts,
        now: now(),
        actor: 'person',
        via: 'extension',
      });
    } finally {
      if (fit.ok) fit.value.release();
    }
  }

  return {
    provides: {
      conversationPort: createConversationPort(kit, deps),
      wake: () => dispatcher.wake(),
    },
    handlers: createDeliveryHandlers(kit, deps),
    frames: {
      'delivery.result': {
        async take(frame, from) {
          const retry = { baseMs: start.retryBaseMs, capMs: start.retryCapMs };
          const { clientId } = from;
          const settling = { frame, clientId, from, now: now(), retry, random: random() };
          return (await store.run(settleDelivery, settling)) ?? [];
        },
      },
      'delivery.retry': {
        async take({ job_id: jobId }, from) {
          await store.run(retryDeliveryFromBrowser, { from, jobId, maxAttempts, now: now() });
          return [];
        },
      },
      'delivery.dismiss': {
        async take({ job_id: jobId }, from) {
          await store.run(dismissDelivery, { from, jobId, now: now() });
          return [];
        },
      },
      'message.send': {
        // Its text is kept first.
        asksLater: () => true,
        async take(frame, from) {
          await send(frame, from);
          return [];
        },
      },
    },
    effects: [
      on(dispatch, () => dispatcher.wake()),
      on(conversationModeSet, () => dispatcher.wake()),
      on(settingChanged, () => dispatcher.wake()),
      on(jobChanged, ({ jobId, change }) => {
        count(change);
        waiter.changed(jobId);
      }),
      on(conversationChanged, () => waiter.conversationChanged()),
      on(conversationDeleted, () => waiter.lookAgain()),
      on(numberClamped, ({ subjectId: subject_id, field, told, kept }) => {
        log.warn({ subject_id, field, told, kept }, 'a number beyond reason is not kept to');
      }),
    ],
    sweeps: [
      { name: 'dispatch', run: async () => dispatcher.wake() },
      sweepDeadlines({ store, read, now, rowSteps }),
      sweepHolds({ store, read, now, rowSteps }),
    ],
    letGo: () => waiter.stop(),
    stop: () => dispatcher.stop(),
  };
}

function countDeliveries({ meter }: Kit): (change: JobMoved) => void {
  const ended = meter.counter('deliveries_ended_total', 'Deliveries that ended, by how.', [
    'outcome',
  ]);
  const took = meter.histogram('delivery_seconds', 'From made to acked, and to its final reply.', [
    'until',
  ]);
  return ({ status, errorCode, ageMs }) => {
    if (status === 'acked') took(ageMs / 1_000, { until: 'acked' });
    if (status === 'finalized') {
      took(ageMs / 1_000, { until: 'final' });
      ended({ outcome: 'finalized' });
    }
    if (status === 'failed') ended({ outcome: errorCode ?? 'internal' });
  };
}
