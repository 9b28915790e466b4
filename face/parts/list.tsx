import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { type KeyRow, useKeys } from './keys.ts';
import { ListRow } from './list-row.tsx';
import { usePaneKeys } from './pane.ts';
import { focusedActions, RowActions } from './row-actions.tsx';
import { RowSlots } from './row-slots.ts';
import { word } from '../words/word.ts';

/** Firefox draws no box of 28 million px, Chromium none over 33: the box is at most so high, and scaled beyond. */
const HIGHEST_PX = 15_000_000;

/** Rows drawn above and below what is seen. */
const AROUND = 10;

/** After a jump to where nothing is drawn yet, what is around comes a little later than what is seen. */
const RESTS_MS = 50;

/** Items of a list: an array, or an object that is read like one. */
export interface Items<T> {
  readonly length: number;
  at(index: number): T | undefined;
  slice(from: number, to: number): readonly T[];
  findIndex(fits: (item: T) => boolean): number;
}

interface ListProps<T> {
  /** Says what the list is, to those who do not see it. */
  readonly label: string;
  readonly items: Items<T>;
  readonly idOf: (item: T) => string;
  readonly draw: (item: T) => ComponentChildren;
  readonly rowHeight: number;
  /**
   * A row that comes is drawn into the elements of one that went. Only for rows in which there is nothing to press: such
   * a thing would be another's under the hand.
   */
  readonly reuses?: boolean;
  /** The row whose detail is shown beside. */
  readonly chosen?: string | undefined;
  readonly onOpen?: (item: T) => void;
  /** Further actions of a row: by their letters on the focused row, in its menu (`.`, a long press), in the palette. */
  readonly actionsOf?: (item: T) => readonly KeyRow[];
  /** The end is near: more may be asked for. */
  readonly onEnd?: () => void;
  /** A hover, a focus, a scroll away from the start: while it lasts, nothing may move. */
  readonly onBusy?: (busy: boolean) => void;
}

/** A list of any length: only what is seen is drawn. `j` and `k`, arrows, Home and End move; Enter opens. */
export function List<T>(props: ListProps<T>): VNode {
  const { items, idOf, draw, rowHeight, label, chosen, onOpen, actionsOf, onEnd, onBusy } = props;
  const slots = useRef(new RowSlots());
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ top: 0, height: 600, isJump: true });
  const [focused, setFocused] = useState<string | null>(null);
  const [asksOf, askOf] = useState<string | null>(null);
  const wantFocus = useRef(false);
  const busyWith = useRef(new Set<'pointer' | 'focus' | 'scroll'>());

  const onBusyNow = useRef(onBusy);
  onBusyNow.current = onBusy;

  const whole = items.length * rowHeight;
  const scale = Math.max(1, whole / HIGHEST_PX);
  const top = view.top * scale;
  const around = view.isJump ? 0 : AROUND;
  const first = Math.max(0, Math.floor(top / rowHeight) - around);
  const last = Math.min(items.length, Math.ceil((top + view.height) / rowHeight) + around);
  const found = focused === null ? -1 : items.findIndex((item) => idOf(item) === focused);
  const at = found === -1 ? 0 : found;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const { scrollTop, clientHeight } = element;
      setView((before) => movedTo(before, scrollTop, clientHeight || 600));
      busy('scroll', scrollTop > 0);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const hasRows = items.length > 0;
  useEffect(() => {
    if (!view.isJump || !hasRows) return undefined;
    const rests = setTimeout(() => setView((now) => ({ ...now, isJump: false })), RESTS_MS);
    return () => clearTimeout(rests);
  }, [view, hasRows]);

  useEffect(() => {
    if (last >= items.length - AROUND && items.length > 0) onEnd?.();
  }, [last, items.length]);

  useLayoutEffect(() => {
    if (!wantFocus.current) return;
    wantFocus.current = false;
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  const chosenAt = chosen === undefined ? -1 : items.findIndex((item) => idOf(item) === chosen);
  useLayoutEffect(() => {
    if (chosenAt !== -1) reveal(chosenAt);
  }, [chosen, chosenAt === -1]);

  function busy(by: 'pointer' | 'focus' | 'scroll', is: boolean): void {
    const { current } = busyWith;
    const was = current.size > 0;
    if (is) current.add(by);
    else current.delete(by);
    if (current.size > 0 !== was) onBusyNow.current?.(!was);
  }

  function reveal(index: number): void {
    const element = box.current;
    if (element === null) return;
    const y = index * rowHeight;
    // As it is now: what was drawn around it may just have changed its height.
    const height = element.clientHeight || view.height;
    if (y < top) element.scrollTop = y / scale;
    if (y + rowHeight > top + height) element.scrollTop = (y + rowHeight - height) / scale;
  }

  function go(index: number): void {
    const to = Math.min(Math.max(index, 0), items.length - 1);
    const item = items.at(to);
    if (item === undefined) return;
    reveal(to);
    wantFocus.current = true;
    setFocused(idOf(item));
  }

  /** Returns the actions of a row; opening it first. */
  function actions(item: T | undefined): readonly KeyRow[] {
    if (item === undefined) return [];
    const opens = { keys: 'Enter', says: 'keys_open', run: () => onOpen?.(item) } as const;
    return [...(onOpen ? [opens] : []), ...(actionsOf?.(item) ?? [])];
  }

  const isWithin = (): boolean => box.current?.contains(document.activeElement) === true;
  const ofFocused = found === -1 ? [] : actions(items.at(found));
  useKeys(
    'row_actions',
    // Enter is heard by the row itself.
    ofFocused.filter(({ keys }) => keys !== 'Enter').map((row) => ({ ...row, when: isWithin })),
    // The screen may have the same letter for what is open beside.
    true,
  );
  useEffect(() => void (focusedActions.value = ofFocused));
  useEffect(() => () => void (focusedActions.value = []), []);

  const seen = items.slice(first, last);
  const ids = seen.map(idOf);
  const keys = props.reuses === true ? slots.current.keysOf(ids, focused) : ids;
  const asked = asksOf === null ? -1 : items.findIndex((item) => idOf(item) === asksOf);
  const menu = actions(items.at(asked === -1 ? items.length : asked));

  function ask(item: T | undefined): void {
    if (actions(item).length > 0 && item !== undefined) askOf(idOf(item));
  }

  usePaneKeys('chosen' in props);
  useKeys('keys_list', [
    { keys: '.', says: 'row_actions', run: () => ask(items.at(at)) },
    { keys: 'j', says: 'keys_next', run: () => go(found === -1 ? 0 : at + 1), repeats: true },
    { keys: 'k', says: 'keys_previous', run: () => go(at - 1), repeats: true },
  ]);

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    const item = items.at(at);
    if (to !== undefined) go(to);
    else if (event.key === 'Enter' && item !== undefined && event.target === rowOf(event)) {
      onOpen?.(item);
    } else return;
    event.preventDefault();
  }

  /** Returns the item of the row under the event. One listener for all: rows come and go while somebody scrolls. */
  function itemOf(event: Event): T | undefined {
    const place = rowOf(event)?.getAttribute('aria-posinset');
    return items.at(typeof place === 'string' ? Number(place) - 1 : items.length);
  }

  return (
    <div
      ref={box}
      class="list"
      role="feed"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerEnter={() => busy('pointer', true)}
      onPointerLeave={() => busy('pointer', false)}
      onFocusIn={(event) => {
        busy('focus', true);
        const item = itemOf(event);
        if (item !== undefined) setFocused(idOf(item));
      }}
      onFocusOut={() => busy('focus', false)}
      onContextMenu={(event) => {
        // A long press; the mouse has the browser's own menu, and buttons beside the list.
        if ((event as unknown as PointerEvent).pointerType !== 'touch') return;
        event.preventDefault();
        ask(itemOf(event));
      }}
      onClick={(event) => {
        const item = itemOf(event);
        if (item === undefined) return;
        setFocused(idOf(item));
        onOpen?.(item);
      }}
    >
      <div class="list-box" style={{ height: `${Math.min(whole, HIGHEST_PX)}px` }}>
        {seen.map((item, offset) => {
          const index = first + offset;
          return (
            <ListRow
              key={keys[offset]}
              item={item}
              draw={draw}
              y={index * rowHeight - top + view.top}
              height={rowHeight}
              place={index + 1}
              of={items.length}
              isFirst={index === at}
              isChosen={chosen === ids[offset]}
            />
          );
        })}
      </div>
      {menu.length > 0 && (
        <RowActions
          actions={menu}
          onClose={() => {
            wantFocus.current = true;
            askOf(null);
          }}
        />
      )}
    </div>
  );
}

function rowOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('.row') : null;
}

/** The visible part of the list, in px of its box. */
interface View {
  readonly top: number;
  readonly height: number;
  /** Nothing that was drawn before is seen now. */
  readonly isJump: boolean;
}

function movedTo(before: View, top: number, height: number): View {
  const isJump = Math.abs(top - before.top) > before.height;
  return { top, height, isJump: isJump || (before.isJump && top === before.top) };
}

/** New rows that wait until nobody points at the list. */
export function NewRows({
  count,
  show,
}: {
  readonly count: number;
  readonly show: () => void;
}): VNode | null {
  if (count === 0) return null;
  return (
    <button type="button" class="new-rows" onClick={show}>
      {word('list_new', count)}
    </button>
  );
}
