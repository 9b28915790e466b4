import { fromOutside } from '../../../engine/given.ts';

/** Key of tokens; it stays in the data folder. */
export const INSTALL_SECRET = fromOutside<Buffer>('installSecret');
/** Address of the conductor, once it listens. */
export const OWN_URL = fromOutside<() => string>('ownUrl');
/** Closes the connections of a browser that was unpaired. */
export const REVOKE = fromOutside<(clientId: string) => void>('revoke');
