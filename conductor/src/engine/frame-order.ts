import { NotCommitted } from './step.ts';

/** `at once`: the handler runs its step before it awaits anything. `later`: it awaits something first. */
type Asking = 'at once' | 'later';

/**
 * Runs the steps of one browser's frames in the order in which the frames came: a `seq` that is stored early would make
 * earlier frames look known. A frame waits only behind one that runs its step later.
 */
export function createFrameOrder(): <Outcome>(
  clientId: string,
  asking: Asking,
  work: () => Promise<Outcome>,
) => Promise<Outcome> {
  const last = new Map<string, Promise<unknown>>();

  return (clientId, asking, work) => {
    const before = last.get(clientId);
    if (before === undefined && asking === 'at once') return work();
    const done = before === undefined ? work() : before.catch(unlessBroken).then(work);
    last.set(clientId, done);
    return done.finally(() => {
      if (last.get(clientId) === done) last.delete(clientId);
    });
  };
}

/** A frame that could not be committed is sent again by its browser, and so are all behind it. */
function unlessBroken(cause: unknown): void {
  if (cause instanceof NotCommitted) throw cause;
}
