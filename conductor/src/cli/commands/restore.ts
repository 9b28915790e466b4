import { resolve } from 'node:path';

import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { holdDataDir } from '../../data-dir.ts';
import { BackupFault } from '../../stores/sqlite/backup.ts';
import type { Restored } from '../../restore-backup.ts';
import { RestoreUnsettled } from '../../stores/sqlite/restore-journal.ts';
import { command, guarded } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { dataDirOf } from '../../client/find-conductor.ts';
import { createOutput, Failure, localTime } from '../output.ts';

export function restoreCommand(): CommandUnknownOpts {
  return command('restore', 'replace the data with a backup; the conductor must not run')
    .argument('<backup>', 'the folder that baton backup made')
    .option('--mine', 'confirm that you made this backup, of another data folder')
    .action((from, { mine, ...options }) =>
      guarded(options, async () => {
        const out = createOutput(options.json === true);
        const dataDir = dataDirOf(options);
        const lock = lockOf(dataDir);
        try {
          // It brings the whole store with it, which no other command needs.
          const { restoreBackup } = await import('../../restore-backup.ts');
          const isMine = mine === true;
          const restored = await restoreBackup(resolve(from), dataDir, Date.now(), isMine);
          out.document({
            restored: from,
            data_dir: dataDir,
            kept_aside: restored.keptAside,
            backup_made_at: restored.backupMadeAt,
            deliveries_to_look_for: restored.jobs,
            actions_to_ask_about: restored.actions,
            renewals_stopped: restored.renewals,
            browsers_paired: restored.clients,
          });
          for (const line of restoredLines(restored, dataDir)) out.say(line);
        } catch (cause) {
          if (!(cause instanceof BackupFault || cause instanceof RestoreUnsettled)) throw cause;
          throw new Failure({ code: 'invalid_request', text: cause.message }, EXIT.data);
        } finally {
          lock.close();
        }
      }),
    );
}

/** Describes what came back, and what may have happened to it since. */
function restoredLines(restored: Restored, dataDir: string): string[] {
  const { earlier, keptAside, backupMadeAt, jobs, actions, renewals, clients } = restored;
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${what}: ${count}.`];
  return [
    ...(earlier === null ? [] : [earlier]),
    `Restored into ${dataDir}, as it was at ${localTime(backupMadeAt)}.`,
    ...(keptAside === null ? [] : [`What was there before is kept in ${keptAside}.`]),
    ...counted(jobs, 'Deliveries that are looked for before they go out'),
    ...counted(actions, 'Actions that may have run since, and wait for you (baton approvals)'),
    ...counted(renewals, 'Renewals that were stopped'),
    ...counted(clients, 'Browsers that are paired (baton clients)'),
    'Modes, rules and settings are as they were then: look over them.',
  ];
}

function lockOf(dataDir: string): { close(): void } {
  try {
    return holdDataDir(dataDir);
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new Failure({ code: 'invalid_request', text }, EXIT.data);
  }
}
