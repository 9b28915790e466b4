import type { Clock } from '../ports.ts';
import type { RowStore } from '../storage/row-store.ts';
import type { ResourceTabs } from './resource-tabs.ts';

export interface ResourceContext {
  readonly store: RowStore;
  readonly clock: Clock;
  readonly tabs: ResourceTabs;
  readonly makeId: () => string;
  readonly fault: (error: unknown) => void;
}
