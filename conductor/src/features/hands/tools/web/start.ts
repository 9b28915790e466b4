import type { Kit, Running } from '../../../../engine/feature.ts';
import { actionsFeature, sourceOf } from '../../../heart/actions/feature.ts';
import type { MayReach } from './page-address.ts';
import { webTools } from './web-tools.ts';

/** Pages of the web as results of actions. */
export function startWeb(kit: Kit, mayReach: MayReach): Running<null> {
  const { store, now } = kit;
  const userAgent = `Baton/${kit.version}`;
  kit.use(actionsFeature).tools.add(sourceOf(webTools({ store, now, mayReach, userAgent })));
  return { provides: null };
}
