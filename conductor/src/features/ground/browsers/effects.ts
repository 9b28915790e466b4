import { effect } from '../../../engine/plan.ts';

/** The browser is not paired any more: its connection is to be closed. */
export const clientRevoked = effect<{ readonly clientId: string }>('clientRevoked');
