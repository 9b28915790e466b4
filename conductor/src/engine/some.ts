/** So many rows, but for those that are named. */
export interface Some {
  readonly except: readonly string[];
  readonly limit: number;
}
