import { toolPinsOperations } from '../../../../shared/api/tool-pins.ts';
import { feature } from '../../engine/feature.ts';
import { toolPinsSqlite } from './sqlite.ts';
import { startToolPins } from './start.ts';

export type { ToolPin } from './rows.ts';
export type { ToolPinsPort } from './start.ts';
export { toolChangeView } from './views.ts';
export { pinOf } from './pin-of.ts';

/** How tools of servers were described when they were trusted: what a server changes afterwards asks a person. */
export const toolPinsFeature = feature({
  name: 'tool-pins',
  operations: toolPinsOperations,
  sqlite: toolPinsSqlite,
  start: startToolPins,
});
