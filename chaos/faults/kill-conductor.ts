import { between, type InjectFault } from './fault.ts';

/** `kill -9` at whatever moment it is. */
export const killConductor: InjectFault = (world, _which, size) =>
  world.conductor.kill(between(size ** 2, 100, 15_000));
