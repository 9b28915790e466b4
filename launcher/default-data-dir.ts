import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where Baton keeps what it knows unless told otherwise: the conductor's own default. */
export const DEFAULT_DATA_DIR = join(homedir(), '.local', 'share', 'baton');

export const DEFAULT_CONDUCTOR_PORT = 7717;
export const DEFAULT_PLAYGROUND_PORT = 7718;
