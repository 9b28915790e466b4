import type { Handling, Kit } from '../../../engine/feature.ts';
import type { dataOperations } from '../../../../../shared/api/data.ts';
import { artifactsFeature } from '../../heart/artifacts/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { createDataHandlers } from './handlers.ts';
import { createImporter, type Importer } from './import.ts';
import { startRetention } from './retention.ts';
import { conversationDeleted } from '../../heart/conversations/effects.ts';
import { on } from '../../../engine/effects.ts';
import { DATA_PORT } from './given.ts';
import { DATA_DIR } from '../../ground/settings/given.ts';

export interface DataFeaturePort {
  readonly importer: Importer;
}

/** Starts backup, export, import and retention. */
export async function startData(
  kit: Kit,
): Promise<Handling<DataFeaturePort, typeof dataOperations>> {
  const { store, now, steadyNow, log, given, readOnly } = kit;
  const data = given(DATA_PORT);
  const settings = kit.use(settingsFeature);
  const artifacts = kit.use(artifactsFeature);
  const newestAt = await data.newestEventAt();
  const retention = startRetention({
    data,
    artifacts,
    settings,
    now,
    steadyNow,
    newestAt,
    log,
    readOnly,
  });
  return {
    provides: { importer: createImporter({ data, store, dir: given(DATA_DIR), now }) },
    handlers: createDataHandlers({ data, retention, now }),
    effects: [on(conversationDeleted, () => retention.collectSoon())],
    begin: () => retention.collectSoon(),
    stop: () => retention.stop(),
  };
}
