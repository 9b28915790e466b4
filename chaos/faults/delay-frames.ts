import { between, browserOf, type InjectFault } from './fault.ts';

export const delayFrames: InjectFault = (world, which, size) => {
  browserOf(world, which).browser.link.delay(between(size, 200, 15_000));
};
