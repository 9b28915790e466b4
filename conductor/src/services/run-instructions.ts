import { beginInstruction, finishInstruction, type Ending } from '../domain/steps/ledger.ts';
import type { Instruction } from '../domain/rows.ts';
import type { JsonObject } from '../domain/baa/json-value.ts';
import type { ToolRegistry } from '../tools/tool-registry.ts';
import type { ConversationStatus } from '../tools/tool.ts';
import type { Clock, IdSource, Log, Store } from './ports.ts';

export interface InstructionRunner {
  /** Runs what is left of a reply's actions, in order. Calling it twice at once is harmless. */
  run(anchorId: string): void;
  /** Resolves when no action is running. New ones wait for the next start. */
  stop(): Promise<void>;
}

export function createInstructionRunner(deps: {
  readonly store: Store;
  readonly tools: ToolRegistry;
  readonly statusOf: (
    conversationKey: Instruction['conversationKey'],
  ) => Promise<ConversationStatus>;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  readonly log: Log;
}): InstructionRunner {
  const { store, tools, statusOf, now, newId, maxAttempts, log } = deps;
  const running = new Set<Promise<void>>();
  let stopped = false;

  async function runReply(anchorId: string): Promise<void> {
    while (!stopped) {
      const instruction = await store.run(beginInstruction, { anchorId, now: now() });
      if (instruction === null) return;
      const ending = await runTool(instruction);
      const settings = { jobId: newId(), maxAttempts, now: now() };
      // `begin` moved the row on by one version; the finish step reads it again.
      await store.run(finishInstruction, { instruction, ending, ...settings });
    }
  }

  async function runTool({
    target,
    tool,
    paramsJson,
    conversationKey,
  }: Instruction): Promise<Ending> {
    const params = JSON.parse(paramsJson) as JsonObject;
    const context = { conversationKey, now, conversationStatus: () => statusOf(conversationKey) };
    const outcome = await tools.run({ target, tool, params }, context);
    return outcome.ok ? outcome : { ok: false, error: { code: outcome.code, text: outcome.text } };
  }

  return {
    run(anchorId) {
      if (stopped) return;
      const work = runReply(anchorId).catch((cause: unknown) =>
        log.error({ err: cause, anchor_id: anchorId }, 'running the actions of a reply failed'),
      );
      running.add(work);
      void work.finally(() => running.delete(work));
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
