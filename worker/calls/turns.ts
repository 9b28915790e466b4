/** One at a time for each name, in the order they were asked for. */
export interface Turns {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(name, work) {
      const before = last.get(name) ?? Promise.resolve();
      const turn = before.then(work, work);
      const settled = turn.then(
        () => undefined,
        () => undefined,
      );
      last.set(name, settled);
      void settled.then(() => {
        if (last.get(name) === settled) last.delete(name);
      });
      return turn;
    },
  };
}
