import type { Clock, Routes, Tabs } from '../ports.ts';
import type { PageDirectory } from '../runtime/page-directory.ts';
import type { RowStore } from '../storage/row-store.ts';

/** The link to the conductor, as deliveries need it. */
export interface DeliveryLink {
  readonly online: boolean;
  /** True as soon as it is online; false when the time is up. */
  whenOnline(limitMs: number): Promise<boolean>;
}

/** Dependencies of the steps of a delivery. All but the store die with the background. */
export interface DeliveryContext {
  readonly store: RowStore;
  readonly directory: PageDirectory;
  readonly tabs: Tabs;
  readonly clock: Clock;
  readonly routes: Routes;
  readonly link: DeliveryLink;
  /** Sends a live page answers for, and its tab: what becomes of them the page will say. */
  readonly underway: Map<string, number>;
  /** Tabs where a send was refused and the page still takes the text out again. */
  readonly clearing: Map<number, string>;
}
