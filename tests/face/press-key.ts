/** A key as a person presses it. */
export function pressKey(key: string, target: EventTarget = document.body): void {
  const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
  // Left out by what stands in for a browser here.
  Object.defineProperty(event, 'getModifierState', { value: () => false });
  target.dispatchEvent(event);
}
