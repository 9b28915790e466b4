import { fromOutside } from '../../../engine/given.ts';

/** The data folder. */
export const DATA_DIR = fromOutside<string>('dataDir');
