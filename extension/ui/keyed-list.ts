/**
 * Shows items in a list, each under its key. An element that is there already stays as it is, so that a button in use
 * keeps its focus and a field what was typed; `make` is called for new keys only.
 */
export function renderKeyed<Item>(
  list: HTMLElement,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  make: (item: Item) => HTMLElement,
): void {
  const before = new Map<string, Element>();
  for (const child of list.children) before.set(child.getAttribute('data-key') ?? '', child);
  const wanted = items.map((item) => {
    const key = keyOf(item);
    const kept = before.get(key);
    if (kept !== undefined) return kept;
    const made = make(item);
    made.setAttribute('data-key', key);
    return made;
  });
  for (const child of before.values()) if (!wanted.includes(child)) child.remove();
  for (const [index, element] of wanted.entries()) {
    const there = list.children[index];
    if (there !== element) list.insertBefore(element, there ?? null);
  }
}
