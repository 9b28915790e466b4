import { fromOutside } from '../../../engine/given.ts';

/** Address of the web UI, once the conductor listens. */
export const FACE_URL = fromOutside<() => string>('faceUrl');
/** Secret of the person's own programs; no backup holds it. */
export const ADMIN_SECRET = fromOutside<string>('adminSecret');
