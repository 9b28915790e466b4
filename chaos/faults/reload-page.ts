import { browserOf, type InjectFault } from './fault.ts';

export const reloadPage: InjectFault = (world, which) => {
  const { browser, rest } = browserOf(world, which);
  return browser.reloadPage(rest);
};
