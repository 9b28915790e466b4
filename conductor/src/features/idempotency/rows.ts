/** The response a request got, given again to whoever repeats it. */
export interface IdempotencyRecord {
  readonly key: string;
  /** Of method, path and body: one key stands for one request. */
  readonly requestHash: string;
  readonly httpStatus: number;
  readonly responseBody: string;
  readonly createdAt: number;
  readonly version: number;
}

/** The rows of this feature, by table. */
export interface IdempotencyTables {
  idempotencyKeys: IdempotencyRecord;
}

declare module '../../engine/tables.ts' {
  interface Tables extends IdempotencyTables {}
}
