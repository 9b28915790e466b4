/**
 * What the services read from the store outside of steps. The type alone is taken: services know no engine, and what a
 * row looks like is said once, where it is read.
 */
export type { ReadStore as ReadPort } from '../store/read-store.ts';
