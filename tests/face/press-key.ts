/** A key as a person presses it. */
export function pressKey(
  key: string,
  target: EventTarget = document.body,
  held: { readonly repeat?: boolean; readonly ctrlKey?: boolean } = {},
): void {
  const said = { key, code: key, bubbles: true, cancelable: true, ...held };
  const event = new KeyboardEvent('keydown', said);
  // Left out by what stands in for a browser here.
  Object.defineProperty(event, 'getModifierState', { value: () => false });
  target.dispatchEvent(event);
}
