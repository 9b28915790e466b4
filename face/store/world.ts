import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import { type ReadonlySignal, type Signal, signal, useComputed, useSignal } from '@preact/signals';

import type { OperationResponse, ApiError, Request } from '../../shared/api/operation.ts';
import type { OperationId, Operations } from '../../shared/api/operations.ts';
import type { Result } from '../../shared/lib/result.ts';
import type { Ask, AskOptions } from '../api/ask.ts';
import type { Live } from '../api/live.ts';
import type { Session } from '../api/session.ts';
import { type Answers, createAnswers, type Loaded } from './answers.ts';
import { createVisit, type Visit } from './visit.ts';
import { createRows, type Kind, type Kinds, type Rows, settle, spread } from './rows.ts';

/** All that a screen stands on. */
export interface World {
  readonly ask: Ask;
  readonly answers: Answers;
  readonly rows: Rows;
  readonly live: Live;
  readonly session: Session;
  /** News for the person. */
  readonly visit: Visit;
  /** Short sentences about what was just done. */
  readonly toasts: Signal<readonly Toast[]>;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** Where to look at what came of it. */
  readonly link?: { readonly href: string; readonly text: string };
}

export function createWorld(ask: Ask, live: Live, session: Session): World {
  const rows = createRows();
  const answers = createAnswers(ask, live, rows);
  const visit = createVisit();
  live.on((news) => {
    if (news.kind === 'trail') answers.touch(news.event);
    if (news.kind === 'presence') answers.touchPresence();
    if (news.kind === 'worker') answers.touchRun(news.seen.run_id);
    if (news.kind === 'missed') answers.touchAll();
  });
  return { ask, answers, rows, live, session, visit, toasts: signal([]) };
}

const Worlds = createContext<World | null>(null);

export const WorldProvider = Worlds.Provider;

export function useWorld(): World {
  const world = useContext(Worlds);
  if (world === null) throw new Error('Outside of a world.');
  return world;
}

/** The answer to a question for as long as this component is shown; it stays true by itself. */
export function useAnswer<Id extends OperationId>(
  id: Id,
  request: Partial<Request<Operations[Id]>> = {},
): {
  readonly state: ReadonlySignal<Loaded<OperationResponse<Operations[Id]>>>;
  readonly again: () => void;
} {
  const { answers } = useWorld();
  const key = JSON.stringify(request);
  // The request is remade by each drawing; its key says whether it is another one.
  const looking = useMemo(() => answers.look(id, request), [id, key]);
  useEffect(() => looking.release, [looking]);
  return { state: looking.question.state, again: () => void looking.question.again() };
}

/** The newest that is known of a row that some answer held. */
export function useRow<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
  const { rows } = useWorld();
  return rows.row(kind, id).value;
}

export type Doing =
  | { readonly kind: 'idle' }
  /** `slow`: for so long without an answer that a person should look at the trail. */
  | { readonly kind: 'waiting'; readonly slow: boolean }
  | { readonly kind: 'failed'; readonly error: ApiError };

export interface Deed {
  readonly doing: ReadonlySignal<Doing>;
  readonly waiting: ReadonlySignal<boolean>;
  /** Asks once; a second call while the first waits does nothing and answers null. */
  run<Id extends OperationId>(
    id: Id,
    request: Partial<Request<Operations[Id]>>,
    options?: AskOptions,
  ): Promise<Result<OperationResponse<Operations[Id]>, ApiError> | null>;
  clear(): void;
}

const SLOW_MS = 10_000;

/** Something that a person does here, once, and what came of it. */
export function useDeed(): Deed {
  const { ask, rows } = useWorld();
  const doing = useSignal<Doing>({ kind: 'idle' });
  const waiting = useComputed(() => doing.value.kind === 'waiting');
  return useMemo(
    () => ({
      doing,
      waiting,
      async run(id, request, options) {
        if (doing.peek().kind === 'waiting') return null;
        doing.value = { kind: 'waiting', slow: false };
        const slow = setTimeout(() => {
          doing.value = { kind: 'waiting', slow: true };
        }, SLOW_MS);
        const ticket = rows.ticket();
        const answered = await ask(id, request, options);
        clearTimeout(slow);
        if (answered.ok) {
          spread(rows, id, answered.value, ticket);
          settle(rows, id, request);
        }
        doing.value = answered.ok ? { kind: 'idle' } : { kind: 'failed', error: answered.error };
        return answered;
      },
      clear: () => (doing.value = { kind: 'idle' }),
    }),
    [ask, rows],
  );
}

let toasts = 0;

const TOAST_MS = 6_000;

export function useToast(): (toast: Omit<Toast, 'id'>) => void {
  const { toasts: shown } = useWorld();
  return (toast) => {
    const id = (toasts += 1);
    shown.value = [...shown.peek(), { ...toast, id }];
    setTimeout(() => (shown.value = shown.peek().filter((one) => one.id !== id)), TOAST_MS);
  };
}
