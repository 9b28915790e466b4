import type { ExportLine } from './data-port.ts';

export interface DataChanges {
  /** Rows of an export as they are, parents first. Columns that are not named take their default. */
  import_rows: { readonly lines: readonly ExportLine[] };
}

declare module '../../engine/plan.ts' {
  interface Changes extends DataChanges {}
}
