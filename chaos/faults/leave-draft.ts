import { between, browserOf, type InjectFault } from './fault.ts';

export const leaveDraft: InjectFault = (world, which, size) => {
  const { browser, rest } = browserOf(world, which);
  return browser.draftIn(rest, between(size, 500, 20_000));
};
