import type { ExportLine } from './data-port.ts';

export interface DataChanges {
  /** Inserts the rows of an export as they are, parents first. A column that a row lacks gets its default. */
  import_rows: { readonly lines: readonly ExportLine[] };
}

declare module '../../../engine/plan.ts' {
  interface Changes extends DataChanges {}
}
