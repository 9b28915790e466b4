/** Ten times as long as what a model says is gathered before it is stored: each piece costs its asker a frame around it. */
const GATHER_MS = 500;

/** Sees to it that runs whose calls other agents work for are told what those say. */
export interface AskerNews {
  /** The worker said something: it is told on with what follows it soon. */
  heard(runId: string): void;
  /** Tells now what the worker has said. */
  tell(runId: string): Promise<void>;
  stop(): void;
}

/**
 * @param tellAsker Tells on what that run has said; gives the run that was told of it, null where none was.
 * @param failed What could not be told on now is with what is next.
 */
export function createAskerNews(
  tellAsker: (runId: string) => Promise<string | null>,
  failed: (cause: unknown) => void,
): AskerNews {
  const gathering = new Map<string, NodeJS.Timeout>();

  async function tell(runId: string): Promise<void> {
    clearTimeout(gathering.get(runId));
    gathering.delete(runId);
    const asker = await tellAsker(runId);
    // Which may work for another one in turn.
    if (asker !== null) heard(asker);
  }

  function heard(runId: string): void {
    if (gathering.has(runId)) return;
    const timer = setTimeout(() => void tell(runId).catch(failed), GATHER_MS);
    gathering.set(runId, timer);
  }

  return {
    heard,
    tell,
    stop() {
      for (const timer of gathering.values()) clearTimeout(timer);
      gathering.clear();
    },
  };
}
