/** The data as a whole, as the services know it: the type alone. */
export type { DataStore as DataPort } from '../../../stores/sqlite/data-store.ts';
export type { ExportLine, Row } from '../../../stores/sqlite/export-rows.ts';
