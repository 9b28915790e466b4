import { feature } from '../../engine/feature.ts';

/** Teams of chats, agents and terminals that take one goal to a report. */
export const runsFeature = feature({ name: 'runs', start: () => ({ provides: null }) });
