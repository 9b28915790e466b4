/** Work by key: one at a time for each, and once more for a key that was asked for meanwhile. */
export interface KeyedWork<Key extends string> {
  /** Does the work of a key, now or once more after the one under way. Resolves when nothing of it is under way. */
  go(key: Key): Promise<void>;
  /** Begins nothing any more. Resolves when all that was under way has ended. */
  stop(): Promise<void>;
}

interface UnderWay {
  /** True: it was asked for since its work began. */
  again: boolean;
  done: Promise<void>;
}

/**
 * Runs `work` by key. `taken`: to be called where the work has seen all that it was asked for until then, so that only
 * what comes later has it run once more. `failed` is told of what it throws.
 */
export function createKeyedWork<Key extends string>(
  work: (key: Key, taken: () => void) => Promise<void>,
  failed: (cause: unknown, key: Key) => void,
): KeyedWork<Key> {
  const underWay = new Map<Key, UnderWay>();
  let isStopped = false;

  async function drain(key: Key, own: UnderWay): Promise<void> {
    const taken = (): void => void (own.again = false);
    while (own.again && !isStopped) {
      taken();
      await work(key, taken);
    }
  }

  function go(key: Key): Promise<void> {
    const known = underWay.get(key);
    if (known !== undefined) {
      known.again = true;
      return known.done;
    }
    if (isStopped) return Promise.resolve();
    const own: UnderWay = { again: true, done: Promise.resolve() };
    underWay.set(key, own);
    own.done = drain(key, own)
      .catch((cause: unknown) => failed(cause, key))
      .finally(() => {
        underWay.delete(key);
        // It failed, and was asked for meanwhile.
        if (own.again) void go(key);
      });
    return own.done;
  }

  return {
    go,
    async stop() {
      isStopped = true;
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}
