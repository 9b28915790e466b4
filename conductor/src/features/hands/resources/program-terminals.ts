import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import { openSession } from '../../heart/lineage/feature.ts';
import type { BringExecutor } from './bring-executor.ts';
import type { Calls } from './calls.ts';
import * as resources from './queries.ts';

/** Request to the terminal of a program. */
export interface AskedOfTerminal {
  /** The same id again is the same call: what it did it does not do again. */
  readonly callId: string;
  readonly conversationKey: ConversationKey;
  readonly verb: 'start' | 'say' | 'answer' | 'free' | 'heard' | 'close';
  readonly args: JsonObject;
}

/** Terminals with a program in each, which serve conversations. */
export interface ProgramTerminals {
  /** Asks it, and resolves with its result. */
  readonly ask: (asked: AskedOfTerminal) => Promise<Result<JsonObject, CodedError>>;
  /** Returns the terminal that a call was asked of, whatever became of the call; null: it was not asked before. */
  readonly asked: (callId: string) => Promise<{ readonly resourceId: string | null } | null>;
  /** The one that a conversation has open; null: none. */
  readonly openOf: (conversationKey: ConversationKey) => Promise<string | null>;
  /**
   * Starts the worker that holds terminals, so that it says which are there. Resolves when it is connected, or was not
   * in time.
   */
  readonly bring: () => Promise<void>;
}

export function createProgramTerminals(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly calls: Calls;
  readonly bring: BringExecutor;
}): ProgramTerminals {
  const { store, read, now, calls, bring } = deps;
  return {
    async ask({ callId, conversationKey, verb, args }) {
      const session = await store.run(openSession, { conversationKey, now: now() });
      if (session === null) return err({ code: 'not_found', text: 'The conversation is gone.' });
      const proposed = await calls.propose({
        callId,
        chatSessionId: session.chatSessionId,
        conversationKey,
        caller: 'person',
        instructionId: null,
        tool: `terminal.${verb}`,
        args,
        isOwn: true,
      });
      if (!proposed.ok) return proposed;
      const call = await calls.run(proposed.value, new AbortController().signal);
      if (call.status === 'succeeded') return ok(JSON.parse(call.resultJson ?? '{}') as JsonObject);
      const { errorCode, errorText } = call;
      return err({ code: errorCode ?? 'internal', text: errorText ?? '' });
    },
    async asked(callId) {
      const call = await read.one(resources.call({ callId }));
      return call === null || call.status === 'proposed' ? null : { resourceId: call.resourceId };
    },
    async openOf(conversationKey) {
      const session = await store.run(openSession, { conversationKey, now: now() });
      if (session === null) return null;
      const { chatSessionId } = session;
      const open = await read.one(resources.openResources({ chatSessionId }));
      const found = open.findLast(({ resource }) => resource.resourceType === 'terminal');
      return found?.resource.resourceId ?? null;
    },
    bring: () => bring.for('terminal.start', {}),
  };
}
