import { effect } from '../../../engine/plan.ts';

/** A setting has another value from now on. */
export const settingChanged = effect<{ readonly name: string }>('settingChanged');
