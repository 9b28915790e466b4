import { activeIn } from './dom.ts';

const MOVES = { bubbles: true, composed: true } as const;

/** Puts the focus there. Of a page that nobody looks at the browser would tell it when somebody does: so we do. */
export function moveFocusTo(element: HTMLElement): void {
  const before = activeIn(element);
  element.focus({ preventScroll: true });
  if (document.hasFocus() || before === element || activeIn(element) !== element) return;
  const [from, to] = [{ relatedTarget: before }, { relatedTarget: element }];
  if (before !== null && before !== document.body) {
    before.dispatchEvent(new FocusEvent('blur', { ...to, composed: true }));
    before.dispatchEvent(new FocusEvent('focusout', { ...to, ...MOVES }));
  }
  element.dispatchEvent(new FocusEvent('focus', { ...from, composed: true }));
  element.dispatchEvent(new FocusEvent('focusin', { ...from, ...MOVES }));
}
