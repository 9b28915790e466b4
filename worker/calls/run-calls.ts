import { fitResult, type FrameOf } from '../../shared/protocol/index.ts';
import { verbNamed } from '../../shared/verbs/verbs.ts';
import type { WorkerStore } from '../store/worker-store.ts';
import { CallEnded, endedEarly, failed, type Held, type Holder, type Outcome } from './executor.ts';
import { createTurns } from './turns.ts';

/** So long before the conductor gives a call up, it is ended here: then it is still told how far it came. */
const MARGIN_MS = 1_000;
/** A call that was ended says so within this time, or nobody knows what became of it. */
const LAST_WORD_MS = 5_000;
/** The same for one that only reads. */
const LAST_READ_MS = 200;
const MAX_REPORTED = 200;
/** A person who did nothing in a page for so long has given it back. */
const PERSON_MS = 3_000;

type ToolCall = FrameOf<'tool.call'>;

interface Log {
  error(fields: object, message: string): void;
}

/** Runs calls on what the holders hold, each once, and those of one resource one after another. */
export interface CallRunner {
  /** Ends all that an earlier process of this worker had begun or held; to be called once, before all else. */
  recover(): void;
  /** A call was noted on disk. */
  start(call: ToolCall): void;
  cancel(callId: string): void;
  close(resourceId: string): Promise<void>;
  /** Holds an offered resource, which has a name now; false: it went meanwhile. */
  adopted(resourceId: string, isHeld: boolean): void;
  /** While it is held, nothing is begun on it. */
  hold(resourceId: string, on: boolean): void;
  /** A person acts on it: nothing is begun on it until they have done nothing for a while. */
  personActs(resourceId: string): void;
  /** Tells the conductor all that is held, and what can be. */
  report(): void;
  /** Whether anything is open here or under way. */
  isBusy(): boolean;
  stop(): Promise<void>;
}

interface UnderWay {
  readonly resourceId: string;
  readonly ended: AbortController;
}

interface PersonActs extends PromiseWithResolvers<void> {
  timer?: NodeJS.Timeout;
}

export function createCallRunner(
  store: WorkerStore,
  holders: readonly Holder[],
  log: Log,
): CallRunner {
  const turns = createTurns();
  const underWay = new Map<string, UnderWay>();
  const onHold = new Map<string, PromiseWithResolvers<void>>();
  const personActs = new Map<string, PersonActs>();
  /** Resources that died with an earlier process, until they are reported. */
  let lost: readonly Held[] = [];

  const holderOf = (target: string): Holder | undefined =>
    holders.find(({ type }) => type === target);
  const held = (): Held[] =>
    holders.flatMap((holder) =>
      holder
        .held()
        .map((one) =>
          personActs.has(one.resource_id)
            ? { ...one, status: 'held', reason: 'A person acts on it.' }
            : one,
        ),
    );

  const freed = (resourceId: string): Promise<void> | null =>
    (onHold.get(resourceId) ?? personActs.get(resourceId))?.promise ?? null;

  function tell(resourceId: string): void {
    const changed = held().filter(({ resource_id }) => resource_id === resourceId);
    if (changed.length > 0) report(changed, false);
  }

  function personLeaves(resourceId: string): void {
    const acts = personActs.get(resourceId);
    personActs.delete(resourceId);
    tell(resourceId);
    acts?.resolve();
  }

  function report(resources: readonly Held[], complete: boolean): void {
    store.send({
      type: 'resource.report',
      complete,
      resources: resources.slice(0, MAX_REPORTED),
      capabilities: {
        adapters: holders.flatMap(({ adapters }) => [...adapters]),
        pictures: holders.some(({ type, adapters }) => type === 'browser' && adapters.length > 0)
          ? 'all'
          : 'none',
        // They act by the same script as in a person's tabs.
        trusted_input: false,
        browsers: holders.flatMap(({ browsers = [] }) => browsers),
      },
    });
  }

  async function run(
    call: ToolCall,
    signal: AbortSignal,
  ): Promise<{ outcome: Outcome; begun: boolean }> {
    const unbegun = (outcome: Outcome) => ({ outcome, begun: false });
    for (let waits = freed(call.resource_id); waits !== null && !signal.aborted;) {
      await Promise.race([waits, aborted(signal)]);
      waits = freed(call.resource_id);
    }
    if (signal.aborted) return unbegun(endedEarly(signal));
    const [target = '', verb = ''] = call.tool.split('.');
    const holder = holderOf(target);
    const known = verbNamed(call.tool);
    if (holder === undefined || known?.by !== 'executor') {
      return unbegun(failed('unsupported_verb', `This worker does not know ${call.tool}.`));
    }
    if (holder.adapters.length === 0) return unbegun(failed('no_executor', holder.missing));
    const args = known.args.safeParse(call.args);
    if (!args.success) {
      const [issue] = args.error.issues;
      const text = `${issue?.path.join('.') ?? 'args'}: ${issue?.message ?? 'is out of shape'}`;
      return unbegun(failed('invalid_params', text));
    }
    const isThere = holder.has(call.resource_id);
    if (holder.opening.includes(verb) ? isThere : !isThere) {
      const text = isThere
        ? `${call.resource_id} is open already.`
        : `${call.resource_id} is closed.`;
      return unbegun(failed(isThere ? 'invalid_params' : 'resource_closed', text));
    }
    store.begin(call.call_id);
    const work = holder.run({ ...call, verb, args: args.data }, signal);
    const outcome = await Promise.race([work, silentAfter(signal, known.writes)]);
    if (holder.opening.includes(verb)) store.holds(held().map(({ resource_id }) => resource_id));
    return { outcome, begun: true };
  }

  async function runAndTell(call: ToolCall, ended: AbortController): Promise<void> {
    const { call_id, resource_id } = call;
    let ending: { outcome: Outcome; begun: boolean };
    try {
      ending = await run(call, ended.signal);
    } catch (cause) {
      log.error({ err: cause, call_id, tool: call.tool }, 'a call failed');
      const text = cause instanceof Error ? cause.message : String(cause);
      ending = { outcome: failed('tool_failed', `The worker failed: ${text}`), begun: true };
    }
    underWay.delete(call_id);
    const outcome = fitResult(ending.outcome);
    store.finish({ call_id, resource_id, ...outcome, begun: ending.begun });
  }

  async function close(resourceId: string, why: CallEnded): Promise<void> {
    for (const one of underWay.values()) {
      if (one.resourceId === resourceId) one.ended.abort(why);
    }
    await Promise.all(holders.map((holder) => holder.close(resourceId)));
    store.holds(held().map(({ resource_id }) => resource_id));
  }

  return {
    recover() {
      for (const { callId, resourceId, tool, state } of store.unfinished()) {
        const isUnknown = state === 'begun' && verbNamed(tool)?.writes !== false;
        const outcome = isUnknown
          ? failed('outcome_unknown', 'The worker ended while it ran.')
          : failed('resource_closed', 'The worker ended, and what it held with it.');
        store.finish({
          call_id: callId,
          resource_id: resourceId,
          ...outcome,
          begun: state === 'begun',
        });
      }
      const reason = 'The worker ended, and what it held with it.';
      lost = store.held().map((resourceId) => closedOf(resourceId, reason));
    },
    start(call) {
      const ended = new AbortController();
      underWay.set(call.call_id, { resourceId: call.resource_id, ended });
      const limitMs = Math.max(call.deadline_ms - MARGIN_MS, call.deadline_ms / 2);
      const timer = setTimeout(
        () => ended.abort(new CallEnded('call_timeout', 'It did not end in time.')),
        limitMs,
      );
      turns
        .take(call.resource_id, () => runAndTell(call, ended))
        .catch((cause: unknown) =>
          log.error({ err: cause, call_id: call.call_id }, 'a result could not be kept'),
        )
        .finally(() => clearTimeout(timer));
    },
    cancel: (callId) =>
      underWay.get(callId)?.ended.abort(new CallEnded('cancelled', 'It was cancelled.')),
    close: (resourceId) =>
      close(resourceId, new CallEnded('resource_closed', `${resourceId} was closed.`)),
    adopted(resourceId, isHeld) {
      store.holds(held().map(({ resource_id }) => resource_id));
      if (isHeld) return tell(resourceId);
      report([closedOf(resourceId, 'It was closed before it had a name.')], false);
    },
    hold(resourceId, on) {
      if (on && !onHold.has(resourceId)) onHold.set(resourceId, Promise.withResolvers());
      if (on) return;
      onHold.get(resourceId)?.resolve();
      onHold.delete(resourceId);
    },
    personActs(resourceId) {
      const acts: PersonActs = personActs.get(resourceId) ?? Promise.withResolvers<void>();
      clearTimeout(acts.timer);
      acts.timer = setTimeout(() => personLeaves(resourceId), PERSON_MS);
      if (personActs.has(resourceId)) return;
      personActs.set(resourceId, acts);
      tell(resourceId);
    },
    report() {
      report([...held(), ...lost], true);
      if (lost.length > 0) store.holds(held().map(({ resource_id }) => resource_id));
      lost = [];
    },
    isBusy: () => underWay.size > 0 || holders.some((holder) => holder.held().length > 0),
    async stop() {
      for (const { timer } of personActs.values()) clearTimeout(timer);
      const why = new CallEnded('resource_closed', 'The worker stops, and what it holds with it.');
      const open = held();
      await Promise.all(open.map(({ resource_id }) => close(resource_id, why)));
      if (open.length > 0)
        report(
          open.map((one) => ({ ...one, status: 'closed', reason: why.message })),
          false,
        );
    },
  };
}

function closedOf(resource_id: string, reason: string): Held {
  return {
    resource_id,
    status: 'closed',
    reason,
    url: null,
    title: null,
    icon: null,
    driver_id: null,
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}

/** How a call ends that does not say so itself when it is ended. One that only reads is not waited for. */
async function silentAfter(signal: AbortSignal, writes: boolean): Promise<Outcome> {
  await aborted(signal);
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, writes ? LAST_WORD_MS : LAST_READ_MS).unref();
  await promise;
  return writes
    ? failed('outcome_unknown', 'It was ended, and did not say how far it came.')
    : endedEarly(signal);
}
