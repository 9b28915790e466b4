import { effect } from '../../../engine/plan.ts';

/** The session can do nothing any more: its open streams are to be closed. */
export const faceSessionEnded = effect<{ readonly sessionId: string }>('faceSessionEnded');
