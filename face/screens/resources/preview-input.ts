/** In pixels of the picture. */
interface Point {
  readonly x: number;
  readonly y: number;
}

const BUTTONS = ['left', 'middle', 'right'] as const;
const TYPES: Readonly<Record<string, string>> = {
  pointerdown: 'down',
  pointerup: 'up',
  pointermove: 'move',
  keydown: 'down',
  keyup: 'up',
};

/** Where in the picture that is, however large it is drawn. */
export function pointIn(
  canvas: HTMLCanvasElement,
  at: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const along = (from: number, length: number, pixels: number): number =>
    Math.min(Math.max((from / (length || 1)) * pixels, 0), pixels);
  return {
    x: along(at.clientX - left, width, canvas.width),
    y: along(at.clientY - top, height, canvas.height),
  };
}

/**
 * Returns a person's event as input for the page that they look at; null: it is not sent. A typed character goes as
 * text, so that every keyboard's characters arrive; Tab alone stays here, or nobody could leave by the keyboard.
 */
export function inputOf(
  event: Event,
  place: (at: { readonly clientX: number; readonly clientY: number }) => Point,
): object | null {
  const type = TYPES[event.type] ?? '';
  if (event instanceof KeyboardEvent) {
    const { key, isComposing, ctrlKey, metaKey, altKey } = event;
    if (isComposing || key === 'Tab') return null;
    // All other keys have names of several letters.
    const isSign = /^.$/u.test(key) && !ctrlKey && !metaKey && !altKey;
    if (isSign) return type === 'down' ? { text: key } : null;
    return { key: { type, key } };
  }
  if (event instanceof WheelEvent)
    return { wheel: { ...place(event), dx: event.deltaX, dy: event.deltaY } };
  if (event instanceof PointerEvent)
    return {
      pointer: { type, ...place(event), button: BUTTONS[Math.max(event.button, 0)] ?? 'left' },
    };
  return null;
}
