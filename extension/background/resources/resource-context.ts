import { SecretValues } from '../../../shared/lib/secret-values.ts';
import type { Clock } from '../ports.ts';
import type { RowStore } from '../storage/row-store.ts';
import type { ResourceTabs } from './resource-tabs.ts';
import type { KeptSnapshot } from '../../page-work/snapshot-changes.ts';

export interface ResourceContext {
  readonly store: RowStore;
  readonly clock: Clock;
  readonly tabs: ResourceTabs;
  /** Last snapshot of each resource from the top of its page; lost with the background. */
  readonly shown: Map<string, KeptSnapshot>;
  /** Values in the pages of each resource that are never reported; lost with the background. */
  readonly secrets: Map<string, SecretValues>;
  readonly makeId: () => string;
  readonly fault: (error: unknown) => void;
}

export function secretsOf({ secrets }: ResourceContext, resourceId: string): SecretValues {
  const known = secrets.get(resourceId) ?? new SecretValues();
  secrets.set(resourceId, known);
  return known;
}
