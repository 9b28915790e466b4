import { browserOf, type InjectFault } from './fault.ts';

export const cutLink: InjectFault = (world, which) => {
  browserOf(world, which).browser.link.cut();
};
