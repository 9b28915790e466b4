import { holds, type TeachPanel } from './teach-panel.ts';

const SWALLOWED = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'keyup',
  'keypress',
];

/** Called with what a person does while they show Baton the parts of a page. */
export interface TeachHandlers {
  /** `isPress`: a click; else the pointer only moved there. */
  readonly point?: (x: number, y: number, isPress: boolean) => void;
  readonly key: (key: string) => void;
}

/**
 * Passes a person's moves, clicks and keys to `teacher` until `signal` aborts. The page gets no click, no mouse button
 * and no key but Tab; a script's events are ignored.
 */
export function watchTeacher(panel: TeachPanel, teacher: TeachHandlers, signal: AbortSignal): void {
  const options = { capture: true, signal };
  const isOnPanel = (event: Event): boolean => {
    if (!event.composedPath().includes(panel.host)) return false;
    // A button that is pressed by its key has no place.
    const isByKey = event.type === 'click' && event instanceof MouseEvent && event.detail === 0;
    if (!(event instanceof MouseEvent) || isByKey) return true;
    return panel.covers(event.clientX, event.clientY);
  };
  window.addEventListener(
    'keydown',
    (event) => {
      const isOfPanel = isOnPanel(event) && event.key !== 'Escape';
      if (!event.isTrusted || isOfPanel || event.key === 'Tab') return;
      stop(event);
      teacher.key(event.key);
    },
    options,
  );
  window.addEventListener(
    'pointermove',
    ({ isTrusted, clientX, clientY }) => {
      if (isTrusted && !panel.covers(clientX, clientY)) teacher.point?.(clientX, clientY, false);
    },
    options,
  );
  for (const type of SWALLOWED) {
    window.addEventListener(
      type,
      (event) => {
        if (!event.isTrusted || isOnPanel(event)) return;
        stop(event);
        if (type === 'click' && event instanceof MouseEvent) {
          teacher.point?.(event.clientX, event.clientY, true);
        }
      },
      options,
    );
  }
  // What lies over the page takes the wheel from what scrolls in it.
  window.addEventListener(
    'wheel',
    ({ isTrusted, clientX, clientY, deltaX, deltaY }) => {
      if (isTrusted) scrollerAt(clientX, clientY)?.scrollBy(deltaX, deltaY);
    },
    { ...options, passive: true },
  );
}

function scrollerAt(x: number, y: number): Element | null {
  const scrolls = (element: Element): boolean =>
    element !== document.scrollingElement &&
    element.scrollHeight > element.clientHeight &&
    /auto|scroll/.test(getComputedStyle(element).overflowY);
  return (
    [...document.querySelectorAll('*')].findLast((one) => holds(one, x, y) && scrolls(one)) ?? null
  );
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
