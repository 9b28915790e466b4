import { browsersOperations } from '../../../../../shared/api/browsers.ts';
import { feature } from '../../../engine/feature.ts';
import { browsersSqlite } from './sqlite.ts';
import { startBrowsers } from './start.ts';

export type { Browsers } from './live-browsers.ts';
export { type Pairing } from './pairing.ts';
export { type Presence, type Runtime, type SiteReport } from './presence.ts';
export type { BrowsersPort } from './start.ts';
export type { Client } from './rows.ts';
export { fromClient, skipFrame } from './steps/from-client.ts';
export { welcomeClient } from './steps/pair-client.ts';

/** Paired browsers, and what each can serve now. */
export const browsersFeature = feature({
  name: 'browsers',
  operations: browsersOperations,
  sqlite: browsersSqlite,
  start: startBrowsers,
});
