import { browserOf, type InjectFault } from './fault.ts';

/** State that was not durable is gone; pages live on. */
export const killBackground: InjectFault = (world, which) => {
  return browserOf(world, which).browser.killBackground();
};
