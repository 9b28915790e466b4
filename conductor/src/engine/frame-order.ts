import { NotCommitted } from './step.ts';

/** `at once`: it asks for its steps before it first waits. `later`: it has something to do before. */
type Asking = 'at once' | 'later';

/**
 * Lets the frames of one browser ask for their steps in the order they came: a `seq` noted early would make the frames
 * before it look known. Nothing waits but what comes behind a frame that asks later.
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

/** What could not be committed comes again, and all behind it with it. */
function unlessBroken(cause: unknown): void {
  if (cause instanceof NotCommitted) throw cause;
}
