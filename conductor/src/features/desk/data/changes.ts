import type { ExportLine } from './data-port.ts';
import { change } from '../../../engine/plan.ts';

/** Inserts the rows of an export as they are, parents first. A column that a row lacks gets its default. */
export const importRows = change<{ readonly lines: readonly ExportLine[] }>('importRows');
