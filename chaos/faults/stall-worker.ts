import { between, type InjectFault } from './fault.ts';

export const stallWorker: InjectFault = ({ worker }, _which, size) =>
  worker.stall(between(size, 500, 90_000));
