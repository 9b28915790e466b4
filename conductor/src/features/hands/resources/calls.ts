import { createWatches } from '../../../engine/watches.ts';
import { createKeyedWork } from '../../../engine/keyed-work.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Verb } from '../../../../../shared/verbs/verb.ts';
import { verbNamed } from '../../../../../shared/verbs/verbs.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, Log, Store } from '../../../engine/runtime.ts';
import type { BringExecutor } from './bring-executor.ts';
import { hasEnded } from './call.machine.ts';
import type { ExecutorsNow } from './choose-executor.ts';
import type { Limits } from './limits.ts';
import type { ResourceCall } from './rows.ts';
import { cancelCall } from './steps/cancel-call.ts';
import type { UploadFiles } from './upload-files.ts';
import { dispatchCall } from './steps/dispatch-call.ts';
import { proposeCall } from './steps/propose-call.ts';
import { queueCall } from './steps/queue-call.ts';
import { runOwnVerb } from './steps/run-own-verb.ts';
import * as resources from './queries.ts';
import * as sessions from '../../heart/lineage/sessions/queries.ts';

/** A call somebody wants. */
export interface Wanted {
  readonly callId: string;
  readonly chatSessionId: string;
  readonly conversationKey: string | null;
  readonly caller: ResourceCall['caller'];
  readonly instructionId: string | null;
  /** `browser.click` */
  readonly tool: string;
  readonly args: JsonObject;
  /** Baton itself asks it, for a program that serves the conversation. */
  readonly isOwn?: true;
}

/** Calls from their proposal to their end. All that they are stands in their rows; this waits for them. */
export interface Calls {
  /** Checks it, and writes down on what it would act. */
  propose(wanted: Wanted): Promise<Result<ResourceCall, CodedError>>;
  /** Lets it run, and resolves when it has ended. The abort cancels it: what has begun ends as its executor says. */
  run(call: ResourceCall, signal: AbortSignal): Promise<ResourceCall>;
  /** Lets one that waited for a person run. */
  letRun(call: ResourceCall): Promise<void>;
  /** Resolves when it has ended, or with how it stands when the signal aborts. */
  ended(callId: string, signal: AbortSignal): Promise<ResourceCall | null>;
  /** A call of it may be next. */
  drive(resourceId: string): void;
  /** One has ended. */
  noteEnd(callId: string): void;
  /** Tells whether somebody waits for a call. */
  isAwaited(): boolean;
  /** Stops: nobody is waited for any more; the rows stay as they are. */
  stop(): Promise<void>;
}

export function createCalls(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly log: Log;
  readonly executorsNow: (conversationKey: string | null) => Promise<ExecutorsNow>;
  readonly bring: BringExecutor['for'];
  readonly live: () => readonly string[];
  readonly ownOrigin: () => string;
  readonly trusted: () => readonly string[];
  readonly expireAfterMs: () => number | null;
  readonly limits: () => Limits;
  /** Reads the files that the call at the front of a resource's queue puts into its page. */
  readonly uploadOf: (resourceId: string) => Promise<UploadFiles | null>;
}): Calls {
  const {
    store,
    read,
    now,
    log,
    executorsNow,
    bring,
    live,
    ownOrigin,
    trusted,
    expireAfterMs,
    limits,
  } = deps;
  const { uploadOf } = deps;
  const ends = createWatches();
  let stopped = false;

  const driving = createKeyedWork<string>(
    async (resourceId) => {
      const upload = await uploadOf(resourceId);
      await store.run(dispatchCall, {
        resourceId,
        live: live(),
        expireAfterMs: expireAfterMs(),
        upload,
        limits: limits(),
        now: now(),
      });
    },
    (cause, id) => log.error({ err: cause, resource_id: id }, 'dispatching failed'),
  );
  const drive = (resourceId: string): void => void driving.go(resourceId);

  async function ended(callId: string, signal: AbortSignal): Promise<ResourceCall | null> {
    const ask = resources.call({ callId });
    const gone = async () => {
      const call = await read.one(ask);
      return call === null || hasEnded(call.status) ? { call } : null;
    };
    const found = await ends.until([callId], gone, signal);
    return found === null ? read.one(ask) : found.call;
  }

  async function letRun({ callId, chatSessionId, tool, argsJson }: ResourceCall): Promise<void> {
    const step = { callId, chatSessionId, now: now() };
    if (verbNamed(tool)?.by === 'conductor') {
      await store.run(runOwnVerb, { ...step, expireAfterMs: expireAfterMs() });
      return;
    }
    const session = await read.one(sessions.chatSession({ chatSessionId }));
    await bring(tool, JSON.parse(argsJson) as JsonObject);
    const there = await executorsNow(session?.conversationKey ?? null);
    await store.run(queueCall, { ...step, executorsNow: there, limits: limits() });
  }

  return {
    async propose({ tool, args, conversationKey, isOwn, ...wanted }) {
      const checked = checkedArgs(tool, args, isOwn === true);
      if (!checked.ok) return checked;
      const { verb, args: whole } = checked.value;
      await bring(tool, whole);
      return store.run(proposeCall, {
        ...wanted,
        tool,
        verb,
        args: whole,
        executorsNow: await executorsNow(conversationKey),
        ownOrigin: ownOrigin(),
        trusted: trusted(),
        now: now(),
      });
    },
    letRun,
    async run(call, signal) {
      const { callId } = call;
      await letRun(call);
      const cancel = (): void => {
        // On its way out the conductor leaves all as it is: the next start goes on with it.
        if (stopped) return;
        const reason = 'The call was cancelled.';
        const step = { callId, actor: 'person', reason, now: now() } as const;
        store
          .run(cancelCall, step)
          .catch((cause: unknown) =>
            log.error({ err: cause, call_id: callId }, 'cancelling a call failed'),
          );
      };
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      try {
        const never = new AbortController().signal;
        return (await ended(callId, never)) ?? call;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    ended,
    drive,
    noteEnd: (callId) => ends.changed(callId),
    isAwaited: () => ends.isWatched(),
    async stop() {
      stopped = true;
      await driving.stop();
    },
  };
}

/** The verb, and its arguments with what was left out. */
function checkedArgs(
  tool: string,
  args: JsonObject,
  isOwn: boolean,
): Result<{ readonly verb: Verb; readonly args: JsonObject }, CodedError> {
  const verb = verbNamed(tool);
  // guard: own-verbs
  if (verb === null || (verb.isOwn === true && !isOwn))
    return err({ code: 'unknown_tool', text: `There is no verb ${tool}.` });
  const checked = verb.args.safeParse(args);
  if (checked.success) return ok({ verb, args: checked.data as JsonObject });
  const faults = checked.error.issues.map(
    ({ path, message }) => `${['args', ...path.map(String)].join('.')}: ${message}`,
  );
  return err({ code: 'invalid_params', text: faults.join('\n') });
}
