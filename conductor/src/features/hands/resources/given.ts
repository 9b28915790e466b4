import { fromOutside } from '../../../engine/given.ts';

/** Starts the worker of this machine; it connects when it is ready. */
export const START_WORKER = fromOutside<() => void>('startWorker');
