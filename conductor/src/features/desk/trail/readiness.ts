import { statfs } from 'node:fs/promises';

import {
  type CodedError,
  ERROR_CODES,
  type ErrorCode,
} from '../../../../../shared/model/error-codes.ts';
import type { Store } from '../../../engine/runtime.ts';

/** Less than this is no room: the next commits would take it. */
const LEAST_ROOM_BYTES = 2 ** 20;

/** Why no work is taken now; null: it is. */
export type Readiness = () => Promise<CodedError | null>;

/** Creates a check of the store's last fault and of the free space of the disk. */
export function createReadiness(deps: {
  readonly store: Pick<Store, 'trouble'>;
  readonly dataDir: string;
  readonly readOnly: boolean;
}): Readiness {
  const { store, dataDir, readOnly } = deps;

  async function hasRoom(): Promise<boolean> {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize >= LEAST_ROOM_BYTES;
  }

  async function codeNow(): Promise<ErrorCode | null> {
    if (readOnly) return 'read_only';
    return store.trouble() ?? ((await hasRoom()) ? null : 'disk_full');
  }

  return async () => {
    const code = await codeNow();
    return code && { code, text: ERROR_CODES[code].meaning };
  };
}
