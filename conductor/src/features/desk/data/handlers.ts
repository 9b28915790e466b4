import type { Handlers } from '../../../../../shared/api/operations.ts';
import { isDiskFull } from '../../../../../shared/lib/disk-full.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';
import type { Clock } from '../../../engine/runtime.ts';
import type { DataPort } from './data-port.ts';
import type { Retention } from './retention.ts';

export type DataHandlers = Pick<Handlers, 'createBackup' | 'forgetOld' | 'vacuum'>;

/** Handlers of backup, retention and vacuum. */
export function createDataHandlers(deps: {
  readonly data: DataPort;
  readonly retention: Retention;
  readonly now: Clock;
}): DataHandlers {
  const { data, retention, now } = deps;
  return {
    async createBackup({ body: { file } }) {
      try {
        const { file: written, bytes } = await data.backup(file, now());
        return ok({ file: written, bytes, created_at: now() });
      } catch (cause) {
        // The store's own words: which file, why, what to do.
        const text = cause instanceof Error ? cause.message : String(cause);
        if (isDiskFull(cause)) return err({ code: 'disk_full', text });
        return err({ code: 'invalid_request', text: `body.file: ${text}`, field: 'body.file' });
      }
    },
    forgetOld: async ({ body: { dry_run } }) => ok(await retention.run(dry_run)),
    async vacuum() {
      const { before, after } = await data.vacuum();
      return ok({ bytes_before: before, bytes_after: after });
    },
  };
}
