import type { runsOperations } from '../../../../../shared/api/runs.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { refused } from '../../heart/deliveries/feature.ts';
import { type RunTextsOf, SEALED_IN, type SealedTable } from './run-texts.ts';
import type { Sealer } from './sealed.ts';
import { sealAgain, tellSealed } from './steps/seal-again.ts';
import * as runs from './queries.ts';

export type SealHandlers = Pick<HandlersOf<typeof runsOperations>, 'rotateSealKey'>;

/** Rows in one commit. */
const AT_ONCE = 100;

const TABLES = Object.keys(SEALED_IN) as readonly SealedTable[];

/**
 * A new key for all that is sealed. Each row opens with the key that it names: where it ends in between, by a crash, the
 * next time goes on. The old keys stay: backups need them.
 */
export function createSealHandlers(
  { store, read, now }: Pick<Kit, 'store' | 'read' | 'now'>,
  { sealer, texts }: { readonly sealer: Sealer; readonly texts: RunTextsOf },
): SealHandlers {
  async function sealTable(table: SealedTable, keys: readonly string[]): Promise<number> {
    let done = 0;
    for (let after = '', isMore = true; isMore;) {
      const asked = { table, keys, after, limit: AT_ONCE };
      const rows = await read.one(runs.sealedRows({ ...asked }));
      const anew = rows.flatMap(({ rowId, row: { sealed: before } }) => {
        const sealed = before === null ? null : texts.sealAgain(table, rowId, before);
        return before === null || sealed === null ? [] : [[rowId, { before, sealed }] as const];
      });
      done += await store.run(sealAgain, { ...asked, anew: new Map(anew) });
      after = rows.at(-1)?.rowId ?? after;
      isMore = rows.length === AT_ONCE;
    }
    return done;
  }

  return {
    async rotateSealKey(_request, { via }) {
      if (!sealer.renewKey().ok) return err(refused('seal_locked'));
      const keys = sealer.others();
      let rows = 0;
      for (const table of keys.length === 0 ? [] : TABLES) rows += await sealTable(table, keys);
      await store.run(tellSealed, { rows, via, now: now() });
      return ok({ rows, keys: keys.length + 1 });
    },
  };
}
