import { between, browserOf, type InjectFault } from './fault.ts';

export const swapFrames: InjectFault = (world, which, size) => {
  browserOf(world, which).browser.link.swap(between(size, 1, 3));
};
