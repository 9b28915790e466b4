import { between, browserOf, type InjectFault } from './fault.ts';

export const repeatFrames: InjectFault = (world, which, size) => {
  browserOf(world, which).browser.link.repeat(between(size, 1, 8));
};
