import { between, type InjectFault, tabsOf } from './fault.ts';

/** As browsers do with tabs that nobody looks at. */
export const discardTab: InjectFault = (world, which, size) => {
  const { tabs, rest } = tabsOf(world, which);
  return tabs.discard(rest, between(size, 500, 60_000));
};
