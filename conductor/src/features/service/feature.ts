export { createMetrics } from './metrics.ts';
export { createReadiness, type Readiness } from './readiness.ts';
export { eventView } from './views.ts';
