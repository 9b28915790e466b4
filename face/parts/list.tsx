import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { useKeys } from './keys.ts';
import { word } from '../words/word.ts';

/** Firefox draws no box of 28 million px, Chromium none over 33: the box is at most so high, and scaled beyond. */
const HIGHEST_PX = 15_000_000;

/** Rows drawn above and below what is seen. */
const AROUND = 10;

interface ListProps<T> {
  /** Says what the list is, to those who do not see it. */
  readonly label: string;
  readonly items: readonly T[];
  readonly idOf: (item: T) => string;
  readonly draw: (item: T) => ComponentChildren;
  readonly rowHeight: number;
  /** The row whose detail is shown beside. */
  readonly chosen?: string | undefined;
  readonly onOpen?: (item: T) => void;
  readonly onFocus?: (item: T) => void;
  /** The end is near: more may be asked for. */
  readonly onEnd?: () => void;
  /** A hover, a focus: while it lasts, nothing may move. */
  readonly onBusy?: (busy: boolean) => void;
}

/** A list of any length: only what is seen is drawn. `j` and `k`, arrows, Home and End move; Enter opens. */
export function List<T>(props: ListProps<T>): VNode {
  const { items, idOf, draw, rowHeight, label, chosen, onOpen, onFocus, onEnd, onBusy } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [focused, setFocused] = useState<string | null>(null);
  const wantFocus = useRef(false);

  const whole = items.length * rowHeight;
  const scale = Math.max(1, whole / HIGHEST_PX);
  const top = view.top * scale;
  const first = Math.max(0, Math.floor(top / rowHeight) - AROUND);
  const last = Math.min(items.length, Math.ceil((top + view.height) / rowHeight) + AROUND);
  const found = focused === null ? -1 : items.findIndex((item) => idOf(item) === focused);
  const at = found === -1 ? 0 : found;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void =>
      setView({ top: element.scrollTop, height: element.clientHeight || 600 });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  useEffect(() => {
    if (last >= items.length - AROUND && items.length > 0) onEnd?.();
  }, [last, items.length]);

  useLayoutEffect(() => {
    if (!wantFocus.current) return;
    wantFocus.current = false;
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  function go(index: number): void {
    const item = items[Math.min(Math.max(index, 0), items.length - 1)];
    const element = box.current;
    if (item === undefined || element === null) return;
    const y = items.indexOf(item) * rowHeight;
    if (y < top) element.scrollTop = y / scale;
    if (y + rowHeight > top + view.height)
      element.scrollTop = (y + rowHeight - view.height) / scale;
    wantFocus.current = true;
    setFocused(idOf(item));
    onFocus?.(item);
  }

  useKeys('keys_list', [
    { keys: 'j', says: 'keys_next', run: () => go(found === -1 ? 0 : at + 1) },
    { keys: 'k', says: 'keys_previous', run: () => go(at - 1) },
  ]);

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    const item = items[at];
    if (to !== undefined) go(to);
    else if (event.key === 'Enter' && item !== undefined && event.target === rowOf(event)) {
      onOpen?.(item);
    } else return;
    event.preventDefault();
  }

  return (
    <div
      ref={box}
      class="list"
      role="feed"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerEnter={() => onBusy?.(true)}
      onPointerLeave={() => onBusy?.(false)}
      onFocusIn={() => onBusy?.(true)}
      onFocusOut={() => onBusy?.(false)}
    >
      <div class="list-box" style={{ height: `${Math.min(whole, HIGHEST_PX)}px` }}>
        {items.slice(first, last).map((item, offset) => {
          const index = first + offset;
          const id = idOf(item);
          const y = index * rowHeight - top + view.top;
          return (
            <article
              key={id}
              class="row"
              style={{ height: `${rowHeight}px`, transform: `translateY(${y}px)` }}
              tabIndex={index === at ? 0 : -1}
              aria-posinset={index + 1}
              aria-setsize={items.length}
              aria-current={chosen === id ? 'true' : undefined}
              onClick={() => {
                setFocused(id);
                onOpen?.(item);
              }}
            >
              {draw(item)}
            </article>
          );
        })}
      </div>
    </div>
  );
}

function rowOf({ target }: KeyboardEvent): Element | null {
  return target instanceof Element ? target.closest('.row') : null;
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
