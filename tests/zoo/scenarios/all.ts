import { failure } from './failure.ts';
import { faults } from './faults.ts';
import { kill } from './kill.ts';
import { reloadMidway } from './reload-midway.ts';
import { reload } from './reload.ts';
import { rounds } from './rounds.ts';
import type { Scenario } from './scenario.ts';
import { send } from './send.ts';
import { watch } from './watch.ts';

/** In the order of the table's columns. What ends the browser comes last. */
export const SCENARIOS: readonly Scenario[] = [
  watch,
  rounds,
  send,
  faults,
  failure,
  reload,
  reloadMidway,
  kill,
];
