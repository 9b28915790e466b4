import type { InjectFault } from './fault.ts';

export const killWorker: InjectFault = ({ worker }) => worker.kill();
