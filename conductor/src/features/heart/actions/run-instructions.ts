import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ErrorCode } from '../../../../../shared/model/error-codes.ts';
import { retryCommits } from '../../../engine/retry-commits.ts';
import type { Clock, IdSource, Log, Store } from '../../../engine/runtime.ts';
import type { Artifacts } from '../artifacts/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { keepResult } from './keep-result.ts';
import type { Instruction } from './rows.ts';
import { createToolCaller } from './run-tool.ts';
import { judgeInstruction, type Known, unbegunInstructions } from './steps/judge-instruction.ts';
import {
  beginInstructions,
  finishInstruction,
  unfinishedReplies,
} from './steps/run-instruction.ts';
import type { ToolRegistry } from './tools/tool-registry.ts';
import type { ConversationStatus, Tool } from './tools/tool.ts';

/** A tool's run, for those who count. */
export interface ToolRun {
  readonly target: string;
  readonly outcome: 'ok' | ErrorCode;
  readonly durationMs: number;
}

export interface InstructionRunner {
  /**
   * Judges and runs what may go on of a reply's actions. Calling it twice at once is harmless.
   *
   * @param pending Those to judge, of a reply that was committed just now and has no others to judge.
   */
  run(anchorId: string, pending?: readonly Instruction[]): void;
  /**
   * Looks at actions that a step is about to write. Called behind that step, in the turn in which it is asked for, what this
   * gives has them judged and begun in its commit. What is not known of their tools at once is left to `run`.
   */
  foresee(pending: readonly Instruction[]): Promise<() => void>;
  /**
   * Judges and begins actions that a step under way writes, within its commit. What is not known of their tools at once is
   * left to `run`. Called where `runWith` tells what that step decided.
   */
  judgeAlong(pending: readonly Instruction[]): void;
  /** Looks again at actions that the mode of the conversation held back: the mode may have changed. */
  conversationChanged(conversationKey: ConversationKey): void;
  /** Two conversations became one: actions that ran in one go on in the other. */
  conversationMerged(into: ConversationKey): void;
  /** Asks a running action to stop; resolves when it has ended. */
  cancel(instructionId: string): Promise<void>;
  /**
   * Waits for what runs, for `stopGraceMs` at most, and not at all for what only waits for others: that, and what is
   * left over then, is given up without a record, and the next start takes it up as after a crash.
   */
  stop(): Promise<void>;
}

interface RunningCall {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  waits: boolean;
  abandoned: boolean;
}

/** Tools that work at once, over all conversations. */
const MAX_AT_ONCE = 32;

/** Places that one beginning takes at most: others begin beside it. */
const PLACES_AT_ONCE = 4;

const STOP_GRACE_MS = 10_000;

export function createInstructionRunner(deps: {
  readonly store: Store;
  readonly tools: ToolRegistry;
  readonly artifacts: Pick<Artifacts, 'keep'>;
  readonly settings: SettingsNow;
  readonly statusOf: (key: ConversationKey) => Promise<ConversationStatus>;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  readonly log: Log;
  readonly onRun?: (run: ToolRun) => void;
  /** Called as the step that records a result is asked for: what is asked for now shares its commit, and sees it. */
  readonly onFinishing?: (finished: Instruction) => void;
  /** Default 10,000. */
  readonly stopGraceMs?: number;
}): InstructionRunner {
  const { artifacts, settings, now, newId, maxAttempts, log, onRun, onFinishing } = deps;
  const { stopGraceMs = STOP_GRACE_MS } = deps;
  const caller = createToolCaller(deps);
  const judging = new Set<string>();
  const calls = new Map<string, RunningCall>();
  /** Beginnings under way: what they begin is called in the turn in which they resolve. */
  const beginnings = new Set<Promise<unknown>>();
  /** Actions cancelled between their beginning and their call; kept while one of those beginnings is under way. */
  const cancelledEarly = new Set<string>();
  const work = new Set<Promise<unknown>>();
  /** Replies that wait for a free place, the longest waiting first. */
  const queue = new Set<string>();
  const held = new Set<ConversationKey>();
  let free = MAX_AT_ONCE;
  let stopped = false;
  const stopping = new AbortController();
  const store = retryCommits(deps.store, stopping.signal);

  const ids = () => ({
    jobId: newId(),
    maxAttempts,
    messageLimits: settings.current().max_message_chars,
    now: now(),
  });

  function track(task: Promise<unknown>, what: string, anchorId: string): void {
    const tracked = task.catch((cause: unknown) =>
      log.error({ err: cause, anchor_id: anchorId }, `${what} failed`),
    );
    work.add(tracked);
    void tracked.finally(() => work.delete(tracked));
  }

  async function drive(anchorId: string): Promise<void> {
    const { pending, someReady } = await store.run(unbegunInstructions, { anchorId });
    judgeAll(pending);
    if (someReady) await begin(anchorId);
  }

  /** Judges actions without being waited for, not by `stop` either: a server may have to start first. */
  function judgeAll(pending: readonly Instruction[]): void {
    for (const row of pending) if (!judging.has(row.instructionId)) void judgeOne(row);
  }

  async function judgeOne(row: Instruction, foreseen?: Known): Promise<void> {
    const { instructionId, anchorId } = row;
    judging.add(instructionId);
    try {
      const known = foreseen ?? (await caller.know(row));
      if (stopped) return;
      const { policy: defaults, approvals_expire_after_ms: approvalsExpireAfterMs } =
        settings.current();
      const input = { instructionId, known, defaults, approvalsExpireAfterMs, ...ids() };
      const judged = store.run(judgeInstruction, input);
      // Asked for behind it in the same turn: it sees the judgement, and one commit holds both before anything runs.
      const begun = begin(anchorId, 1);
      track(begun, 'beginning actions', anchorId);
      await judged;
      // Unless it was written later than it was asked for, or what begins had no place then.
      if (!(await begun)) track(begin(anchorId), 'beginning actions', anchorId);
    } catch (cause) {
      log.error({ err: cause, instruction_id: instructionId }, 'judging an action failed');
    } finally {
      judging.delete(instructionId);
    }
  }

  /** Takes places first, so that what begins has one. False: nothing began. */
  async function begin(anchorId: string, atMost = PLACES_AT_ONCE): Promise<boolean> {
    if (stopped) return false;
    const places = Math.min(free, atMost);
    if (places === 0) {
      queue.add(anchorId);
      return false;
    }
    free -= places;
    let taken = 0;
    const beginning = store.run(beginInstructions, { anchorId, atMost: places, now: now() });
    beginnings.add(beginning);
    try {
      const begun = await beginning;
      taken = begun.instructions.length;
      for (const row of begun.instructions) start(row, begun.chain);
      if (begun.heldIn !== null) held.add(begun.heldIn);
      if (begun.more) queue.add(anchorId);
      return taken > 0;
    } finally {
      beginnings.delete(beginning);
      giveBack(places - taken);
    }
  }

  /** Marks an action as cancelled for the beginnings under way now: it is called within them, or never. */
  async function cancelEarly(instructionId: string): Promise<void> {
    cancelledEarly.add(instructionId);
    await Promise.allSettled(beginnings);
    cancelledEarly.delete(instructionId);
  }

  function giveBack(places: number): void {
    free += places;
    for (const next of queue) {
      if (free === 0 || stopped) return;
      queue.delete(next);
      track(begin(next), 'beginning actions', next);
    }
  }

  function start(row: Instruction, chain: readonly string[]): void {
    const controller = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const call: RunningCall = { controller, ended, waits: false, abandoned: false };
    calls.set(row.instructionId, call);
    if (cancelledEarly.delete(row.instructionId)) controller.abort();
    const done = runOne(row, chain, call).finally(() => {
      calls.delete(row.instructionId);
      if (!call.waits) giveBack(1);
      resolve();
    });
    track(done, 'running an action', row.anchorId);
  }

  async function runOne(
    row: Instruction,
    chain: readonly string[],
    call: RunningCall,
  ): Promise<void> {
    const { instructionId, target, tool } = row;
    const startedAt = now();
    let brings: Tool['brings'] = [];
    let isHarmless = false;
    const outcome = await caller.call({ row, chain, signal: call.controller.signal }, (found) => {
      ({ brings = [], harmless: isHarmless = false } = found);
      if (found.waits !== true) return;
      call.waits = true;
      giveBack(1);
      if (stopped) abandon(call);
    });
    if (call.abandoned) return;
    const result = await keepResult(`${target}.${tool}`, outcome, artifacts);
    const { ending, kept } = result;
    const said = isHarmless ? (outcome.quotes ?? '') : result.said;
    onRun?.({
      target,
      outcome: ending.ok ? 'ok' : ending.error.code,
      durationMs: now() - startedAt,
    });
    try {
      const finished = store.run(finishInstruction, {
        instructionId,
        ending,
        kept,
        said,
        brings: [...brings, ...(outcome.brings ?? [])],
        ...ids(),
      });
      onFinishing?.(row);
      const anchorId = await finished;
      if (anchorId !== null) track(begin(anchorId), 'beginning actions', anchorId);
    } finally {
      result.release();
    }
  }

  function abandon(call: RunningCall): void {
    call.abandoned = true;
    call.controller.abort();
  }

  async function resume(conversationKey: ConversationKey): Promise<void> {
    for (const anchorId of await store.run(unfinishedReplies, { conversationKey })) run(anchorId);
  }

  function run(anchorId: string, pending?: readonly Instruction[]): void {
    if (stopped) return;
    if (pending === undefined) track(drive(anchorId), 'going on with a reply', anchorId);
    else judgeAll(pending);
  }

  return {
    run,
    async foresee(pending) {
      const known = await Promise.all(pending.map((row) => atOnce(caller.know(row))));
      return () => {
        for (const [index, row] of pending.entries()) {
          const foreseen = known[index] ?? null;
          if (foreseen !== null && !stopped) void judgeOne(row, foreseen);
        }
      };
    },
    judgeAlong(pending) {
      if (stopped) return;
      for (const row of pending) {
        const known = caller.knowAtOnce(row);
        if (known !== null) void judgeOne(row, known);
      }
    },
    conversationChanged(conversationKey) {
      if (stopped || !held.delete(conversationKey)) return;
      track(resume(conversationKey), 'going on with a conversation', conversationKey);
    },
    conversationMerged(into) {
      if (!stopped) track(resume(into), 'going on with a conversation', into);
    },
    async cancel(instructionId) {
      const call = calls.get(instructionId);
      if (call === undefined) return cancelEarly(instructionId);
      call.controller.abort();
      await call.ended;
    },
    async stop() {
      stopped = true;
      stopping.abort();
      for (const call of calls.values()) if (call.waits) abandon(call);
      const grace = setTimeout(() => {
        for (const call of calls.values()) abandon(call);
      }, stopGraceMs);
      while (work.size > 0) await Promise.all(work);
      clearTimeout(grace);
    },
  };
}

/** Null: not within this turn of the event loop, as where a server has to start first. */
function atOnce<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setImmediate(resolve, null))]);
}
