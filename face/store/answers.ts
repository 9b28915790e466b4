import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

import type { OperationResponse, ApiError, Request } from '../../shared/api/operation.ts';
import type { OperationId, Operations } from '../../shared/api/operations.ts';
import type { Ask } from '../api/ask.ts';
import type { Live, AuditEventView } from '../api/live.ts';
import { type Rows, spread } from './rows.ts';
import { isOfRun, isTouched, OF_PRESENCE } from './touched.ts';

/** State of a question's answer. */
export interface Loaded<T> {
  readonly data: T | undefined;
  /** Why the last try failed; `data` is then of an earlier one. */
  readonly error: ApiError | null;
  readonly loading: boolean;
  /** Time of the answer by the conductor's clock, in ms since 1970-01-01 UTC; null: never answered. */
  readonly at: number | null;
}

export interface Question<T> {
  readonly state: ReadonlySignal<Loaded<T>>;
  /** Asks now, whatever is known. */
  again(): Promise<void>;
}

/**
 * Answers of GET operations, each asked once for all who look at it. Events mark them as old; what somebody looks at is
 * asked for anew, the rest costs nothing until it is looked at.
 */
export interface Answers {
  /** `release` ends the look; an answer nobody looks at is kept for a while. */
  look<Id extends OperationId>(
    id: Id,
    request: Partial<Request<Operations[Id]>>,
  ): {
    readonly question: Question<OperationResponse<Operations[Id]>>;
    readonly release: () => void;
  };
  touch(event: AuditEventView): void;
  /** Browsers came, went, or told something of their pages. */
  touchPresence(): void;
  /** A worker of a run was seen to do something. */
  touchRun(id: string): void;
  touchAll(): void;
  /** How often something was asked, for tests and for the page's own numbers. */
  asked(): number;
}

interface Kept {
  readonly id: OperationId;
  readonly request: object;
  readonly state: Signal<Loaded<unknown>>;
  lookers: number;
  old: boolean;
  /** A newer question was asked meanwhile: the answer to an older one is dropped. */
  turn: number;
  /** When it was asked last, by this machine's clock. */
  askedAt: number;
  dueTimer: ReturnType<typeof setTimeout> | undefined;
}

/** Events come in swarms: gathered for so long, then asked once. */
const GATHER_MS = 50;

/** One answer is not asked for more often, however fast its events come. */
const LEAST_BETWEEN_MS = 400;

const AT_ONCE = 4;

const KEPT = 200;

export function createAnswers(ask: Ask, live: Pick<Live, 'now'>, rows: Rows): Answers {
  const kept = new Map<string, Kept>();
  const waiting: Kept[] = [];
  let running = 0;
  let count = 0;

  function queue(one: Kept): void {
    if (!waiting.includes(one)) waiting.push(one);
    run();
  }

  function run(): void {
    while (running < AT_ONCE) {
      const one = waiting.shift();
      if (one === undefined) return;
      running += 1;
      void askFor(one).finally(() => {
        running -= 1;
        run();
      });
    }
  }

  async function askFor(one: Kept): Promise<void> {
    one.old = false;
    one.turn += 1;
    const { turn } = one;
    one.askedAt = performance.now();
    count += 1;
    const ticket = rows.ticket();
    one.state.value = { ...one.state.peek(), loading: true };
    const answered = await ask(one.id, one.request as never);
    if (one.turn !== turn) return;
    const { data } = one.state.peek();
    if (answered.ok) spread(rows, one.id, answered.value, ticket);
    one.state.value = answered.ok
      ? { data: answered.value, error: null, loading: false, at: live.now() }
      : { ...one.state.peek(), data, error: answered.error, loading: false };
  }

  function due(one: Kept): void {
    one.old = true;
    if (one.lookers === 0 || one.dueTimer !== undefined) return;
    const since = performance.now() - one.askedAt;
    const wait = Math.max(GATHER_MS, LEAST_BETWEEN_MS - since);
    one.dueTimer = setTimeout(() => {
      one.dueTimer = undefined;
      if (one.lookers > 0 && one.old) queue(one);
    }, wait);
  }

  function forget(): void {
    for (const [key, one] of kept) {
      if (kept.size <= KEPT) return;
      if (one.lookers === 0) kept.delete(key);
    }
  }

  return {
    look(id, request) {
      const key = `${id} ${JSON.stringify(request)}`;
      let one = kept.get(key);
      if (one === undefined) {
        const state = signal<Loaded<unknown>>({
          data: undefined,
          error: null,
          loading: true,
          at: null,
        });
        one = {
          id,
          request,
          state,
          lookers: 0,
          old: true,
          turn: 0,
          askedAt: -Infinity,
          dueTimer: undefined,
        };
        kept.set(key, one);
        forget();
      }
      const found = one;
      found.lookers += 1;
      if (found.old) queue(found);
      let released = false;
      return {
        question: { state: found.state as never, again: () => askFor(found) },
        release() {
          if (!released) found.lookers -= 1;
          released = true;
        },
      };
    },
    touch(event) {
      for (const one of kept.values()) {
        if (isTouched(one.id, one.request, event)) due(one);
      }
    },
    touchPresence() {
      for (const one of kept.values()) if (OF_PRESENCE.includes(one.id)) due(one);
    },
    touchRun(id) {
      for (const one of kept.values()) if (isOfRun(one.id, one.request, id)) due(one);
    },
    touchAll() {
      for (const one of kept.values()) due(one);
    },
    asked: () => count,
  };
}
