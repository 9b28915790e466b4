const WORKER_ORIGIN = /^baton-worker:\/\/[0-9a-f]{32}$/;

/**
 * The Origin under which a worker pairs and connects: a page or an extension cannot send it, as browsers set theirs.
 *
 * @param id 32 hexadecimal digits that the worker chose.
 */
export function workerOrigin(id: string): string {
  return `baton-worker://${id}`;
}

/** Is what has this Origin a worker, and no browser? It is bound to the pairing. */
export function isWorkerOrigin(origin: string): boolean {
  return WORKER_ORIGIN.test(origin);
}
