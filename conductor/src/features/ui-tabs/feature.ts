import { uiTabsOperations } from '../../../../shared/api/ui-tabs.ts';
import { feature } from '../../engine/feature.ts';
import { startUiTabs } from './start.ts';

/** Tabs of web clients beside conversations with agents. */
export const uiTabsFeature = feature({
  name: 'ui-tabs',
  operations: uiTabsOperations,
  start: startUiTabs,
});
