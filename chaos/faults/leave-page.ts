import { between, type InjectFault, tabsOf } from './fault.ts';

/** As when a person follows a link while the reply comes in. */
export const leavePage: InjectFault = (world, which, size) => {
  const { tabs, rest } = tabsOf(world, which);
  return tabs.leave(rest, between(size, 200, 30_000));
};
