/** A worker of which something else is seen than before: of its program alone, since all else is in the trail. */
export interface SeenWorker {
  readonly run_id: string;
  readonly worker: string;
}

/** Tells whoever looks which workers' programs were seen to do something; nothing of it is kept. */
export interface SeenWorkers {
  readonly changed: (of: { readonly runId: string; readonly workerId: string }) => void;
  readonly watch: (tell: (seen: SeenWorker) => void) => () => void;
}

/** Milliseconds in which changes of a program are gathered and told once. */
const GATHER_MS = 500;

export function createSeenWorkers(): SeenWorkers {
  const watching = new Set<(seen: SeenWorker) => void>();
  const waiting = new Set<string>();
  return {
    changed({ runId: run_id, workerId: worker }) {
      if (watching.size === 0 || waiting.has(worker)) return;
      waiting.add(worker);
      const told = (): void => {
        waiting.delete(worker);
        for (const tell of watching) tell({ run_id, worker });
      };
      setTimeout(told, GATHER_MS).unref();
    },
    watch(tell) {
      watching.add(tell);
      return () => watching.delete(tell);
    },
  };
}
