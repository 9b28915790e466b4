import {
  type ConversationKey,
  conversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import type { RowSteps } from '../../../engine/row-steps.ts';
import type { Clock, Log, Store } from '../../../engine/runtime.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import { publishConversation } from './steps/publish-conversation.ts';

/** Sends changed conversations to the browsers that watch them. Changes within 50 ms lead to one frame. */
export interface Publisher {
  changed(conversationKey: ConversationKey): void;
  /** Sends nothing from now on. */
  stop(): void;
}

/** People look at it: what is newer by less than they see is not worth a frame of its own. */
const GATHER_MS = 50;

/** Pause before a frame that could not be committed is tried again. */
const AGAIN_MS = 1_000;

/**
 * Frames of one commit: a browser that reports a thousand conversations is told of as many, and others wait meanwhile. One
 * with all the params that wait in it may be of half a megabyte.
 */
const TOLD_AT_ONCE = 4; // guard: told-in-turns

/** A conversation that a browser is to get. */
interface Telling {
  readonly clientId: string;
  readonly conversationKey: ConversationKey;
}

const idOf = ({ clientId, conversationKey }: Telling): string => `${clientId} ${conversationKey}`;

/** Starts with nothing to send; `stop` ends its timers. */
export function createPublisher(deps: {
  readonly store: Store;
  readonly presence: Presence;
  readonly now: Clock;
  readonly rowSteps: RowSteps;
  readonly log: Log;
}): Publisher {
  const { store, presence, now, rowSteps, log } = deps;
  const changedKeys = new Set<ConversationKey>();
  /** Conversations to send, by browser, so that browsers take turns. */
  const queues = new Map<string, Set<ConversationKey>>();
  let gathering: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let telling = false;
  let stopped = false;

  function gather(): void {
    gathering = undefined;
    for (const conversationKey of changedKeys) {
      for (const clientId of presence.watching(conversationKey)) {
        enqueue({ clientId, conversationKey });
      }
    }
    changedKeys.clear();
    start();
  }

  function start(): void {
    if (telling || stopped) return;
    telling = true;
    tellAll()
      .catch((cause: unknown) => log.error({ err: cause }, 'publishing failed'))
      .finally(() => {
        telling = false;
        clearTimeout(again);
        if (queues.size > 0 && !stopped) again = setTimeout(start, AGAIN_MS);
      });
  }

  async function tellAll(): Promise<void> {
    for (let turn = nextTurn(); turn.length > 0 && !stopped; turn = nextTurn()) {
      try {
        await rowSteps.run(turn, idOf, tell);
      } catch (cause) {
        for (const one of turn) enqueue(one);
        throw cause;
      }
      const resting = new Set(rowSteps.resting());
      for (const one of turn) if (resting.has(idOf(one))) enqueue(one);
    }
  }

  async function tell({ clientId, conversationKey }: Telling): Promise<void> {
    const ref = conversationRef(conversationKey);
    await store.run(publishConversation, { ref, clientId, now: now() });
  }

  function enqueue({ clientId, conversationKey }: Telling): void {
    const queue = queues.get(clientId);
    if (queue === undefined) queues.set(clientId, new Set([conversationKey]));
    else queue.add(conversationKey);
  }

  /**
   * Takes the next conversations of each browser, as many as there is room for, without those that failed a moment ago.
   */
  function nextTurn(): Telling[] {
    const resting = new Set(rowSteps.resting());
    const share = Math.max(1, Math.floor(TOLD_AT_ONCE / Math.max(1, queues.size)));
    const turn: Telling[] = [];
    for (const [clientId, queue] of queues) {
      if (!presence.isLive(clientId)) queue.clear();
      let taken = 0;
      for (const conversationKey of queue) {
        if (taken === share) break;
        const one = { clientId, conversationKey };
        if (resting.has(idOf(one))) continue;
        queue.delete(conversationKey);
        turn.push(one);
        taken += 1;
      }
      if (queue.size === 0) queues.delete(clientId);
    }
    return turn;
  }

  return {
    changed(conversationKey) {
      changedKeys.add(conversationKey);
      if (!stopped) gathering ??= setTimeout(gather, GATHER_MS);
    },
    stop() {
      stopped = true;
      clearTimeout(gathering);
      clearTimeout(again);
    },
  };
}
