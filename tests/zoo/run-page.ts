import { setTimeout as delay } from 'node:timers/promises';

import type { BrowserName } from '../../launcher/find-browser.ts';
import { openWorld } from './open-world.ts';
import {
  Failure,
  NOT_WATCHED,
  type Outcome,
  Refusal,
  type Scenario,
} from './scenarios/scenario.ts';
import type { ZooPage } from './zoo-page.ts';

/** Longer than all that a scenario waits for, one after another; it ends what waits for no answer at all. */
const SCENARIO_LIMIT_MS = 6 * 60_000;
const CLOSE_LIMIT_MS = 30_000;

/** Runs scenarios on one page in one browser. What goes wrong in one is its outcome and ends no other. */
export async function runPage(
  page: ZooPage,
  name: BrowserName,
  scenarios: readonly Scenario[],
  tell: (scenario: Scenario, outcome: Outcome) => void,
): Promise<void> {
  const world = await openWorld(name, page).catch((error: unknown) => outcomeOf(error));
  if ('kind' in world) {
    for (const scenario of scenarios) tell(scenario, world);
    return;
  }
  let isWatched = true;
  for (const scenario of scenarios) {
    if (scenario.appliesTo?.(page) === false) continue;
    const outcome: Outcome = isWatched
      ? await within(SCENARIO_LIMIT_MS, scenario.run(world)).catch(outcomeOf)
      : { kind: 'failed', what: NOT_WATCHED };
    tell(scenario, outcome);
    if (scenario.name === 'watch') isWatched = outcome.kind === 'closed';
  }
  await within(CLOSE_LIMIT_MS, world.dispose()).catch((error: unknown) =>
    console.error(`${page.name} in ${name} was not put away: ${String(error)}`),
  );
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const limit: Promise<never> = delay(limitMs, null, { signal: over.signal }).then(() => {
    throw new Failure(`it does not come to an end in ${limitMs / 1000} s`);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    over.abort();
    limit.catch(() => undefined);
  }
}

function outcomeOf(error: unknown): Outcome {
  const what = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof Refusal ? 'refused' : 'failed', what: what.replace(/\s+/g, ' ') };
}
