/** At most `limit` rows, without those that are named. */
export interface Some {
  readonly except: readonly string[];
  readonly limit: number;
}
