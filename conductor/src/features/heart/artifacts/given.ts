import { fromOutside } from '../../../engine/given.ts';

/** Folder of their contents. */
export const ARTIFACTS_DIR = fromOutside<string>('artifactsDir');
/** Names the bucket that has copies of them, if one does. */
export const BUCKET_FILE = fromOutside<string>('bucketFile');
