import type { Clock } from '../ports.ts';
import type { RowStore } from '../storage/row-store.ts';
import type { ResourceTabs } from './resource-tabs.ts';
import type { KeptSnapshot } from '../../page-work/snapshot-changes.ts';

export interface ResourceContext {
  readonly store: RowStore;
  readonly clock: Clock;
  readonly tabs: ResourceTabs;
  /** Of each resource what was shown last from the top of its page; lost with the background. */
  readonly shown: Map<string, KeptSnapshot>;
  readonly makeId: () => string;
  readonly fault: (error: unknown) => void;
}
