import { browserOf, type InjectFault } from './fault.ts';

/** As a page that leads itself elsewhere, perhaps under a call. */
export const leaveWorkPage: InjectFault = (world, which) => {
  const { browser, rest } = browserOf(world, which);
  return browser.work.leave(rest);
};
