import { join } from 'node:path';

/** The folder of the whole project. */
export const ROOT = join(import.meta.dirname, '..');
