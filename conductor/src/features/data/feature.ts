export type { DataPort } from './data-port.ts';
export { exportJsonLines, exportMarkdown } from './export.ts';
export { createImporter, type Importer, MAX_IMPORT_BYTES } from './import.ts';
export { createDataHandlers } from './handlers.ts';
export { startRetention } from './retention.ts';

export { type Restored, restoreBackup } from './restore-backup.ts';
