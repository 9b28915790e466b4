import { between, type InjectFault, tabsOf } from './fault.ts';

/** As when a page takes too much memory. */
export const crashTab: InjectFault = (world, which, size) => {
  const { tabs, rest } = tabsOf(world, which);
  return tabs.crash(rest, between(size, 500, 60_000));
};
