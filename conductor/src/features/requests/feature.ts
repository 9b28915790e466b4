export { createIdempotency, type Idempotency } from './idempotency.ts';
