import { between, type InjectFault } from './fault.ts';

export const fillDisk: InjectFault = (world, _which, size) =>
  world.conductor.fillDisk(between(size, 500, 20_000));
