import { between, type InjectFault } from './fault.ts';

/** `kill -9` at whatever moment it is; started again after 0.1 to 15 s, short times being likelier (hence the square). */
export const killConductor: InjectFault = (world, _which, size) =>
  world.conductor.kill(between(size ** 2, 100, 15_000));
