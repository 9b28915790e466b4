import { isPublicAddress } from '../../../../shared/lib/net-address.ts';
import { type Feature, feature } from '../../engine/feature.ts';
import type { MayReach } from './page-address.ts';
import { startWeb } from './start.ts';

/** Pages of the web, for agents: what they fetch, and from where. */
export const createWebFeature = (mayReach: MayReach): Feature<null, never> =>
  feature({ name: 'web', start: (kit) => startWeb(kit, mayReach) });

export const webFeature = createWebFeature(isPublicAddress);
