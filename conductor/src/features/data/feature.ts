export type { DataPort } from './data-port.ts';
export { exportJsonLines, exportMarkdown, importJsonLines } from './export.ts';
export { createDataHandlers } from './handlers.ts';
export { startRetention } from './retention.ts';

export { type Restored, restoreBackup } from './restore-backup.ts';
