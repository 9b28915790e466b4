import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

import { useKeys } from '../../parts/keys.ts';
import { word } from '../../words/word.ts';
import type { Run } from './run-state.tsx';
import { AddWorker } from './add-worker.tsx';
import { WorkerCard } from './worker-card.tsx';

interface RunWorkersProps {
  readonly run: Run;
  /** Begins a message to a worker. */
  readonly onWrite: (workerId: string) => void;
}

/** Who works on a run. Each keeps its place, whatever becomes of it; `j` and `k` go from one to the next. */
export function RunWorkers({ run, onWrite }: RunWorkersProps): VNode {
  const place = useRef<HTMLUListElement>(null);

  const cards = (): readonly HTMLElement[] => [...(place.current?.children ?? [])] as HTMLElement[];
  const current = (): HTMLElement | undefined =>
    cards().find((one) => one.contains(document.activeElement));
  const isWithin = (): boolean => current() !== undefined;

  function go(step: 1 | -1): void {
    const all = cards();
    const at = all.findIndex((one) => one === current());
    const to = at === -1 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1);
    all[to]?.focus();
  }

  // What a card offers now is on its buttons, which ask first where what is shown may be old.
  const press = (key: string) => (): void =>
    current()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click();

  useKeys('run_workers', [
    { keys: 'j', says: 'run_worker_next', run: () => go(1), repeats: true },
    { keys: 'k', says: 'run_worker_previous', run: () => go(-1), repeats: true },
    {
      keys: 'Enter',
      says: 'run_open_chat',
      run: press('Enter'),
      when: () => current() === document.activeElement,
    },
    { keys: 'l', says: 'run_calls', run: press('l'), when: isWithin },
    { keys: 'i', says: 'run_write', run: press('i'), when: isWithin },
    { keys: 'h', says: 'run_hold', run: press('h'), when: isWithin },
    { keys: 'b', says: 'run_restart', run: press('b'), when: isWithin },
  ]);

  return (
    <section class="stack">
      <h2>{word('run_workers')}</h2>
      <ul ref={place} class="run-workers">
        {run.workers.map((worker) => (
          <WorkerCard
            key={worker.tab_id}
            run={run}
            worker={worker}
            onWrite={() => onWrite(worker.tab_id)}
          />
        ))}
      </ul>
      <AddWorker run={run} />
    </section>
  );
}
