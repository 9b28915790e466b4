import { between, type InjectFault } from './fault.ts';

/** Shorter and longer than the conductor is willing to wait for a lock. */
export const lockDatabase: InjectFault = (world, _which, size) =>
  world.conductor.lockDatabase(between(size, 500, 40_000));
