/** One life of a background: when it is over, nothing it awaits ever resolves and nothing it says is heard. */
export class Life {
  over = false;
  readonly never = new Promise<never>(() => undefined);
  readonly #ends: (() => void)[] = [];

  finish(): void {
    if (this.over) return;
    this.over = true;
    for (const end of this.#ends) end();
  }

  onEnd(end: () => void): void {
    if (this.over) end();
    else this.#ends.push(end);
  }

  /** Does an act that the background asks of its browser, in a later turn of the loop, unless it is dead by then. */
  async through<T>(act: () => T): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.over) return this.never;
    const result = act();
    await new Promise((resolve) => setImmediate(resolve));
    return this.over ? this.never : result;
  }

  /** Waits for work that others ask of the background: rejects when it dies first. */
  during<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const died = (): void => reject(new Error('The port closed before an answer.'));
      if (this.over) died();
      const forget = (): void => {
        const at = this.#ends.indexOf(died);
        if (at >= 0) this.#ends.splice(at, 1);
      };
      this.#ends.push(died);
      work.then(
        (value) => {
          if (!this.over) forget();
          resolve(value);
        },
        (error: unknown) => {
          if (!this.over) forget();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }
}
