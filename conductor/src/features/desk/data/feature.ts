import { dataOperations } from '../../../../../shared/api/data.ts';
import { feature } from '../../../engine/feature.ts';
import { dataSqlite } from './sqlite.ts';
import { startData } from './start.ts';

export type { DataPort } from './data-port.ts';
export { exportJsonLines, exportMarkdown } from './export.ts';
export { type Importer, MAX_IMPORT_BYTES } from './import.ts';

export { type Restored, restoreBackup } from './restore-backup.ts';

/** The data as a whole: backup, export, import, retention. */
export const dataFeature = feature({
  name: 'data',
  operations: dataOperations,
  sqlite: dataSqlite,
  start: startData,
});
