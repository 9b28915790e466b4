/**
 * Which elements show which row. A row keeps its own while it is drawn; one that comes takes those of one that went:
 * to change the text of what stands costs less than to make it anew.
 */
export class RowSlots {
  #slotOf: ReadonlyMap<string, number> = new Map();
  #made = 0;

  /** @param focused Whose elements nobody else gets: they may have the focus. Returns a key for each row, in order. */
  keysOf(ids: readonly string[], focused: string | null): readonly number[] {
    const before = this.#slotOf;
    const stays = new Set(ids);
    const free = [...before].flatMap(([id, slot]) => (stays.has(id) || id === focused ? [] : slot));
    const now = new Map<string, number>();
    let taken = 0;
    const keys = ids.map((id) => {
      const slot = before.get(id) ?? free[taken++] ?? this.#made++;
      now.set(id, slot);
      return slot;
    });
    this.#slotOf = now;
    return keys;
  }
}
