import { browserOf, type InjectFault } from './fault.ts';

/** As a person does who wants it gone. */
export const closeWorkPage: InjectFault = (world, which) => {
  const { browser, rest } = browserOf(world, which);
  return browser.work.close(rest);
};
