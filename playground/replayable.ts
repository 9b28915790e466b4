/**
 * A sequence that is still being made and can be read from any point, by any number of readers, at any
 * time: each gets what was pushed before it came, then what follows. Makers never wait for readers.
 */
export class Replayable<T> {
  readonly #items: T[] = [];
  #outcome: { readonly error: unknown } | 'ended' | null = null;
  #changed = Promise.withResolvers<void>();

  push(item: T): void {
    this.#items.push(item);
    this.#announce();
  }

  end(): void {
    this.#outcome ??= 'ended';
    this.#announce();
  }

  /** Readers get every item pushed so far and then this error. */
  fail(error: unknown): void {
    this.#outcome ??= { error };
    this.#announce();
  }

  async *read(from = 0): AsyncGenerator<T, void, undefined> {
    for (let next = from; ;) {
      const changed = this.#changed.promise;
      for (const item of this.#items.slice(next)) {
        next += 1;
        yield item;
      }
      if (next < this.#items.length) continue;
      if (this.#outcome === 'ended') return;
      if (this.#outcome) throw this.#outcome.error;
      await changed;
    }
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
