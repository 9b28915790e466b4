import { drawnIn } from './dom.ts';
import { moveFocusTo } from './move-focus.ts';
import type { Point } from './readiness.ts';

export interface Press {
  readonly button: 'left' | 'middle' | 'right';
  readonly count: number;
}

const BUTTONS = { left: 0, middle: 1, right: 2 } as const;
const HELD = { left: 1, middle: 4, right: 2 } as const;
const FOCUSABLE =
  'a[href],button,input,select,textarea,summary,iframe,[tabindex],[contenteditable]:not([contenteditable="false"])';

type MouseOptions = MouseEventInit & PointerEventInit;

/** A pointer over the page that does what a hand does, in the same order of events. */
export class Pointer {
  readonly #at: Point;
  readonly #flags: MouseEventInit;

  constructor(at: Point, modifiers: readonly string[] = []) {
    this.#at = at;
    this.#flags = {
      altKey: modifiers.includes('Alt'),
      ctrlKey: modifiers.includes('Control'),
      metaKey: modifiers.includes('Meta'),
      shiftKey: modifiers.includes('Shift'),
    };
  }

  /** Moves onto the element and enters its ancestors first, from outside to inside: menus open by that. */
  moveOnto(element: Element): void {
    const entered = [...aroundOf(element)].toReversed();
    for (const type of ['over', 'enter', 'move']) {
      const bubbles = type !== 'enter';
      for (const one of bubbles ? [element] : entered) {
        this.pointer(one, `pointer${type}`, { bubbles });
        this.mouse(one, `mouse${type}`, { bubbles });
      }
    }
  }

  press(element: Element, { button, count }: Press): void {
    this.moveOnto(element);
    const which = { button: BUTTONS[button], buttons: HELD[button] };
    for (let detail = 1; detail <= count; detail += 1) {
      this.down(element, { ...which, detail });
      this.up(element, { ...which, buttons: 0, detail });
      const type = button === 'left' ? 'click' : button === 'right' ? 'contextmenu' : 'auxclick';
      this.mouse(element, type, { ...which, buttons: 0, detail });
      if (detail === 2 && button === 'left') this.mouse(element, 'dblclick', { ...which, detail });
    }
  }

  /** Puts the focus where a press puts it, unless the page says that it does not. */
  down(element: Element, options: MouseOptions): void {
    const isCompatible = this.pointer(element, 'pointerdown', options);
    if (isCompatible && this.mouse(element, 'mousedown', options)) focusAt(element);
    else if (!isCompatible) focusAt(element);
  }

  up(element: Element, options: MouseOptions): void {
    this.pointer(element, 'pointerup', options);
    this.mouse(element, 'mouseup', options);
  }

  /** False: the page prevented its default. */
  pointer(element: Element, type: string, options: MouseOptions): boolean {
    const extra = { pointerId: 1, pointerType: 'mouse', isPrimary: true };
    return element.dispatchEvent(new PointerEvent(type, { ...this.#options(options), ...extra }));
  }

  mouse(element: Element, type: string, options: MouseOptions): boolean {
    return element.dispatchEvent(new MouseEvent(type, this.#options(options)));
  }

  drag(element: Element, type: string, dataTransfer: DataTransfer): boolean {
    return element.dispatchEvent(new DragEvent(type, { ...this.#options({}), dataTransfer }));
  }

  #options(options: MouseOptions): MouseOptions {
    const { x: clientX, y: clientY } = this.#at;
    const place = { clientX, clientY, screenX: screenX + clientX, screenY: screenY + clientY };
    const travels = { bubbles: true, cancelable: true, composed: true };
    return { ...travels, ...place, ...this.#flags, ...options };
  }
}

function* aroundOf(element: Element): Generator<Element> {
  for (let around: Element | null = element; around !== null; around = drawnIn(around))
    yield around;
}

function focusAt(element: Element): void {
  for (const around of aroundOf(element)) {
    if (around instanceof HTMLElement && around.matches(FOCUSABLE)) {
      moveFocusTo(around);
      return;
    }
  }
}
