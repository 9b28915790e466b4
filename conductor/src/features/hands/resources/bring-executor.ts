import type { JsonObject } from '../../../baa/json-value.ts';
import { adapterOf } from './choose-executor.ts';
import type { Adapter, Executor } from './rows.ts';

/** A process that starts, pairs and connects takes a second; a busy machine needs more. */
const CONNECT_LIMIT_MS = 15_000;

/** Tools that open a resource, and so may be called before an executor is connected. */
const OPENING: readonly string[] = [
  'browser.ensure',
  'terminal.open',
  'terminal.start',
  'service.open',
];

export interface BringExecutor {
  /** Resolves when one that can do it is connected, or none came in time. */
  for(tool: string, args: JsonObject): Promise<void>;
  /**
   * Starts the worker again where none that can do these is connected: it reports which of its resources are still
   * there. Waits for nobody.
   */
  again(adapters: readonly Adapter[]): Promise<void>;
  /** An executor has told what it can do. */
  reported(): void;
}

/**
 * Starts the worker of this machine where a call needs one, and none that can do it is connected. Tabs are a person's:
 * nobody opens a browser of theirs.
 */
export function createBringExecutor(deps: {
  readonly executors: () => Promise<readonly Executor[]>;
  readonly live: () => readonly string[];
  readonly startWorker: () => void;
  readonly leaving: AbortSignal;
}): BringExecutor {
  const { executors, live, startWorker, leaving } = deps;
  let told = Promise.withResolvers<void>();

  // Which names it has for browsers a worker says once it is there: any one is waited for.
  const isThere = async (adapter: Adapter | null): Promise<boolean> => {
    const connected = live();
    return (await executors()).some(
      ({ executorId, kind, capabilities }) =>
        connected.includes(executorId) &&
        (adapter === null ? kind === 'worker' : capabilities.adapters.includes(adapter)),
    );
  };

  return {
    async for(tool, args) {
      const adapter = adapterOf(tool, args);
      if (!OPENING.includes(tool) || adapter === 'tab' || (await isThere(adapter))) return;
      startWorker();
      const over = ended(AbortSignal.any([leaving, AbortSignal.timeout(CONNECT_LIMIT_MS)]));
      for (let waits = true; waits;) {
        const next = told.promise;
        if (await isThere(adapter)) return;
        waits = await Promise.race([next.then(() => true), over]);
      }
    },
    async again(adapters) {
      for (const adapter of adapters)
        if (adapter !== 'tab' && !(await isThere(adapter))) startWorker();
    },
    reported() {
      told.resolve();
      told = Promise.withResolvers();
    },
  };
}

function ended(signal: AbortSignal): Promise<false> {
  const { promise, resolve } = Promise.withResolvers<false>();
  if (signal.aborted) resolve(false);
  else signal.addEventListener('abort', () => resolve(false), { once: true });
  return promise;
}
