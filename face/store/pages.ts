import { useRef, useState } from 'preact/hooks';

import type { ApiError, Request } from '../../shared/api/operation.ts';
import type { ResponseOf, OperationId, Operations } from '../../shared/api/operations.ts';
import type { Loaded } from './answers.ts';
import { spread } from './rows.ts';
import { useAnswer, useWorld } from './world.ts';

/** Operations that answer page by page, the newest first. */
export type PagedId = {
  [Id in OperationId]: ResponseOf<Id> extends {
    readonly items: readonly unknown[];
    readonly next_cursor: string | null;
  }
    ? Id
    : never;
}[OperationId];

export type ItemOf<Id extends PagedId> = ResponseOf<Id>['items'][number];

/** More than that a list does not hold, so that it stays quick and small. */
const MOST_HELD = 20_000;

/** How the items of a list are told apart, and the number by which they are sorted, the highest first. */
export interface Order<T> {
  readonly idOf: (item: T) => string;
  readonly rankOf: (item: T) => number;
}

/** The first page, which stays true by itself, and those after it that were asked for. */
export interface Pages<T> {
  readonly items: readonly T[];
  /** State of the first page. */
  readonly first: Loaded<unknown>;
  readonly again: () => void;
  /** true: there are older items that may be asked for. */
  readonly more: boolean;
  /** true: there are older items, but the list is full: only another question leads to them. */
  readonly full: boolean;
  /** Asks for the next page; while one is asked for, or where there is none, it does nothing. */
  readonly onMore: () => void;
  readonly error: ApiError | null;
}

/** Known part of a list; `deep`: more than its first page. */
interface Held<T> {
  readonly key: string;
  page: Paged<T> | undefined;
  items: readonly T[];
  cursor: string | null;
  deep: boolean;
}

interface Paged<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/**
 * A newer first page over what is known below it: what left it at its end is kept, what left it otherwise is gone or
 * stands in it at another place.
 */
export function mergePages<T>(
  first: readonly T[],
  known: readonly T[],
  { idOf, rankOf }: Order<T>,
): readonly T[] {
  const last = first.at(-1);
  if (last === undefined) return [];
  const ids = new Set(first.map(idOf));
  const lowest = rankOf(last);
  return [...first, ...known.filter((item) => !ids.has(idOf(item)) && rankOf(item) <= lowest)];
}

/** A list of any length, asked for page by page. `order` is looked at when the request changes only. */
export function usePages<Id extends PagedId>(
  id: Id,
  request: Partial<Request<Operations[Id]>>,
  order: Order<ItemOf<Id>>,
): Pages<ItemOf<Id>> {
  type Item = ItemOf<Id>;
  const { ask, rows } = useWorld();
  const { state, again } = useAnswer(id, request);
  const key = `${id} ${JSON.stringify(request)}`;
  const ref = useRef<Held<Item>>(nothing(key));
  if (ref.current.key !== key) ref.current = nothing(key);
  const held = ref.current;
  const page = state.value.data as Paged<Item> | undefined;
  if (page !== held.page) takeFirst(held, page, order);
  const [asked, setAsked] = useState<{ of: Held<Item>; error: ApiError | null }>();
  const mine = asked?.of === held ? asked : null;
  const asking = useRef<Held<Item> | null>(null);

  async function onMore(): Promise<void> {
    if (held.cursor === null || held.items.length >= MOST_HELD || asking.current === held) return;
    asking.current = held;
    const ticket = rows.ticket();
    const query = { ...(request as { readonly query?: object }).query, cursor: held.cursor };
    const answered = await ask(id, { ...request, query } as never);
    asking.current = null;
    if (answered.ok) {
      spread(rows, id, answered.value, ticket);
      const next = answered.value as never as Paged<Item>;
      held.items = mergePages(held.items, next.items, order);
      held.cursor = next.next_cursor;
      held.deep = true;
    }
    setAsked({ of: held, error: answered.ok ? null : answered.error });
  }

  const gone = rows.gone.value;
  const isFull = held.items.length >= MOST_HELD;
  return {
    items: gone.size === 0 ? held.items : held.items.filter((item) => !gone.has(order.idOf(item))),
    first: state.value,
    again,
    more: held.cursor !== null && !isFull,
    full: held.cursor !== null && isFull,
    onMore: () => void onMore(),
    error: mine?.error ?? null,
  };
}

function nothing<T>(key: string): Held<T> {
  return { key, page: undefined, items: [], cursor: null, deep: false };
}

function takeFirst<T>(held: Held<T>, page: Paged<T> | undefined, order: Order<T>): void {
  held.page = page;
  if (page === undefined) return;
  held.deep &&= page.next_cursor !== null;
  held.items = held.deep ? mergePages(page.items, held.items, order) : page.items;
  if (!held.deep) held.cursor = page.next_cursor;
}
