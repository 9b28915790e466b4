import type { resourcesOperations } from '../../../../../shared/api/resources.ts';
import type { Handling, Kit } from '../../../engine/feature.ts';
import type { GivenTo } from '../../../engine/handle.ts';
import { actionsFeature } from '../../heart/actions/feature.ts';
import { artifactsFeature } from '../../heart/artifacts/feature.ts';
import { browsersFeature } from '../../ground/browsers/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { createBringExecutor } from './bring-executor.ts';
import { createCalls } from './calls.ts';
import { cancelPaused } from './cancel-paused.ts';
import { cancelUnjudged } from './cancel-unjudged.ts';
import type { ExecutorsNow } from './choose-executor.ts';
import { createResourceHandlers } from './handlers.ts';
import type { Limits } from './limits.ts';
import { createOpenPage, type OpenPage } from './open-page.ts';
import { createProgramTerminals, type ProgramTerminals } from './program-terminals.ts';
import { createResourceEvents, type ResourceEvents } from './resource-events.ts';
import type { Adapter } from './rows.ts';
import { answerQuestion } from './steps/answer-question.ts';
import { detachResources } from './steps/detach-resources.ts';
import { recordCallResult } from './steps/record-call-result.ts';
import { takeGrants } from './steps/take-grants.ts';
import { takeOffer } from './steps/take-offer.ts';
import { takeReport } from './steps/take-report.ts';
import { sweepCalls } from './sweep-calls.ts';
import { uploadFiles } from './upload-files.ts';
import { createVerbTools } from './verb-tools.ts';
import * as resources from './queries.ts';
import { questionAnswered } from '../../heart/actions/effects.ts';
import { resourceCallsWait, resourceCallEnded, resourceChanged } from './effects.ts';
import { conversationChanged } from '../../heart/conversations/effects.ts';
import { on } from '../../../engine/effects.ts';
import { START_WORKER } from './given.ts';
import { OWN_URL } from '../../ground/browsers/given.ts';

/** Parts of this feature that others may use. */
export interface ResourcesPort {
  readonly events: ResourceEvents;
  readonly openPage: OpenPage;
  readonly terminals: ProgramTerminals;
}

const TAB_ID_LENGTH = 12;

/** Pages, terminals and services that chats act on. Where no executor was ever seen, nothing of it is offered or runs. */
export async function startResources(
  kit: Kit,
): Promise<Handling<ResourcesPort, typeof resourcesOperations>> {
  const { store, read, now, steadyNow, newId, log, given, meter } = kit;
  const settings = kit.use(settingsFeature);
  const { presence, clients } = kit.use(browsersFeature);
  const { tools } = kit.use(actionsFeature);
  const artifacts = kit.use(artifactsFeature);
  const adapters = new Set<Adapter>(
    (await read.one(resources.executors())).flatMap(({ capabilities }) => capabilities.adapters),
  );
  const leaving = new AbortController();
  const live = (): readonly string[] => presence.live().map(({ clientId }) => clientId);
  const newTabId = (): string => `t_${newId().slice(0, TAB_ID_LENGTH)}`;

  async function executorsNow(conversationKey: string | null): Promise<ExecutorsNow> {
    const names = Object.fromEntries(
      (await clients()).map(({ client_id, browser }) => [client_id, browser.name]),
    );
    const serving = conversationKey === null ? [] : presence.watching(conversationKey);
    return { live: live(), serving, names };
  }

  const limits = (): Limits => settings.current().resources;

  const most = (): number => limits().max_events_per_second;
  const events = createResourceEvents({ read, steadyNow, most, log });

  const bring = createBringExecutor({
    executors: () => read.one(resources.executors()),
    live,
    startWorker: given(START_WORKER),
    leaving: leaving.signal,
  });
  const calls = createCalls({
    store,
    read,
    now,
    log,
    executorsNow,
    bring: (tool, args) => bring.for(tool, args),
    live,
    ownOrigin: given(OWN_URL),
    trusted: () => settings.current().runs.trusted_folders,
    expireAfterMs: () => settings.current().approvals_expire_after_ms,
    limits,
    async uploadOf(resourceId) {
      const standing = await read.one(resources.standing({ resourceId }));
      return standing === null ? null : uploadFiles(artifacts, standing);
    },
  });
  const sweep = sweepCalls({ store, read, now, calls, presence, bring, limits });
  tools.add(createVerbTools({ store, read, now, calls, adapters: () => adapters }));

  const open = meter.gauge('resources_open', 'Open pages, terminals and services.', ['type']);
  const waiting = meter.gauge('resource_calls_open', 'Calls that have not ended.', ['status']);
  const ended = meter.counter('resource_calls_total', 'Calls that have ended.', ['tool', 'status']);
  meter.beforeScrape(async () => {
    open.reset();
    waiting.reset();
    const all = await read.one(resources.openResources({ chatSessionId: null }));
    for (const [type, of] of Map.groupBy(all, ({ resource }) => resource.resourceType))
      open.set(of.length, { type });
    const unfinished = await read.one(resources.unfinishedCalls({ chatSessionId: null }));
    for (const [status, of] of Map.groupBy(unfinished, (call) => call.status))
      waiting.set(of.length, { status });
  });

  async function countEnd(callId: string): Promise<void> {
    const call = await read.one(resources.call({ callId }));
    if (call !== null) ended({ tool: call.tool, status: call.status });
  }

  async function answered(answer: GivenTo<typeof questionAnswered>): Promise<void> {
    const next = await store.run(answerQuestion, {
      ...answer,
      turnMs: limits().turn_ms,
      now: now(),
    });
    const call = next === null ? null : await read.one(resources.call({ callId: answer.callId }));
    if (call !== null) await calls.letRun(call);
  }

  async function hearAnswers(): Promise<void> {
    for (const { subjectId, subjectKind: about, ...said } of await read.one(
      resources.unheardAnswers(),
    )) {
      const { decision, reason } = said;
      if (subjectId !== null) await answered({ callId: subjectId, about, decision, reason });
    }
  }

  return {
    provides: {
      events,
      openPage: createOpenPage({ store, now, calls }),
      terminals: createProgramTerminals({ store, read, now, calls, bring }),
    },
    handlers: createResourceHandlers(kit, { settings, calls, leaving: leaving.signal }),
    frames: {
      'tool.result': {
        async take(result, from) {
          const { clientId: executorId } = from;
          const step = { from, executorId, result, tabId: newTabId(), now: now() };
          return (await store.run(recordCallResult, step)) ?? [];
        },
      },
      'resource.report': {
        async take(report, from) {
          for (const adapter of report.capabilities.adapters) adapters.add(adapter);
          await store.run(takeReport, { from, executorId: from.clientId, report, now: now() });
          bring.reported();
          return [];
        },
      },
      'resource.offer': {
        async take(offer, from) {
          const { clientId: executorId } = from;
          const { max_browser: maxPages, worker_origins: workerOrigins } = limits();
          const step = { from, executorId, offer, tabId: newTabId(), maxPages, workerOrigins };
          await store.run(takeOffer, { ...step, now: now() });
          return [];
        },
      },
      'grant.change': {
        async take(change, from) {
          const { clientId: executorId } = from;
          const { turn_ms: turnMs } = limits();
          await store.run(takeGrants, { from, executorId, change, turnMs, now: now() });
          return [];
        },
      },
    },
    effects: [
      on(resourceCallsWait, ({ resourceId }) => {
        sweep.wake();
        calls.drive(resourceId);
      }),
      on(resourceCallEnded, ({ callId }) => {
        calls.noteEnd(callId);
        void countEnd(callId).catch(() => undefined);
      }),
      on(resourceChanged, (change) => {
        sweep.wake();
        events.changed(change, now());
      }),
      on(conversationChanged, ({ conversationKey }) => {
        if (!calls.isAwaited()) return;
        void cancelPaused(kit, conversationKey).catch((cause: unknown) =>
          log.error({ err: cause, conversation_key: conversationKey }, 'pausing calls failed'),
        );
      }),
      on(
        questionAnswered,
        (answer) =>
          void answered(answer).catch((cause: unknown) =>
            log.error({ err: cause, call_id: answer.callId }, 'an answer had no effect'),
          ),
      ),
    ],
    sweeps: [sweep],
    async recover() {
      await store.run(detachResources, { here: [], now: now() });
      await cancelUnjudged({ store, read, now });
    },
    begin() {
      sweep.wake();
      void hearAnswers().catch((cause: unknown) =>
        log.error({ err: cause }, 'answers of before had no effect'),
      );
    },
    letGo: () => leaving.abort(),
    stop: () => calls.stop(),
  };
}
