import { between, type InjectFault, tabsOf } from './fault.ts';

/** In the middle of a reply, where one is being written. */
export const leavePage: InjectFault = (world, which, size) => {
  const { tabs, rest } = tabsOf(world, which);
  return tabs.leave(rest, between(size, 200, 30_000));
};
