import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Distance from the end within which somebody reads the newest. */
const NEAR_END_PX = 32;

interface ThreadScroll {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
}

/**
 * Keeps a thread where it is read: at its end as long as somebody is there, else at the message that is seen first,
 * whatever grows above or below.
 */
export function useThreadScroll(): ThreadScroll {
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const place = useRef<{ readonly element: Element; readonly top: number } | 'end'>('end');

  useLayoutEffect(() => {
    const scroller = box.current;
    const content = scroller?.firstElementChild;
    if (!scroller || !content) return undefined;
    const topOf = (element: Element): number =>
      element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;

    function note(): void {
      if (!scroller || !content) return;
      const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
      setAtEnd(below <= NEAR_END_PX);
      const seen = [...content.querySelectorAll('article')].find(
        (element) => topOf(element) + element.clientHeight > 0,
      );
      place.current =
        below <= NEAR_END_PX || seen === undefined ? 'end' : { element: seen, top: topOf(seen) };
    }

    function keep(): void {
      if (!scroller) return;
      const { current } = place;
      if (current === 'end') scroller.scrollTop = scroller.scrollHeight;
      else if (current.element.isConnected)
        scroller.scrollTop += topOf(current.element) - current.top;
    }

    const watch = new ResizeObserver(keep);
    watch.observe(content);
    watch.observe(scroller);
    scroller.addEventListener('scroll', note, { passive: true });
    keep();
    return () => {
      watch.disconnect();
      scroller.removeEventListener('scroll', note);
    };
  }, []);

  return {
    box,
    isAtEnd,
    toEnd() {
      place.current = 'end';
      box.current?.scrollTo({ top: box.current.scrollHeight });
    },
  };
}
