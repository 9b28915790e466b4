import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import type { Operation } from '../../../shared/api/operation.ts';
import { agentCommands } from './commands/agents.ts';
import { actionsCommand } from './commands/actions.ts';
import {
  approvalsCommand,
  approveCommand,
  denyCommand,
  outcomeCommand,
} from './commands/approvals.ts';
import { artifactsCommand } from './commands/artifacts.ts';
import { clientsCommand, pairCommand } from './commands/browsers.ts';
import { completeCommand } from './commands/complete.ts';
import { completionCommand } from './commands/completion.ts';
import {
  conversationsCommand,
  deleteCommand,
  drainCommand,
  labelCommand,
  modeCommand,
  renameCommand,
} from './commands/conversations.ts';
import {
  backupCommand,
  exportCommand,
  importCommand,
  retentionCommand,
  vacuumCommand,
} from './commands/data.ts';
import { cancelCommand, jobsCommand, retryCommand, unparkCommand } from './commands/deliveries.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventsCommand } from './commands/events.ts';
import { extensionCommand } from './commands/extension.ts';
import { playgroundCommand } from './commands/playground.ts';
import { linkCommand } from './commands/link.ts';
import { openCommand } from './commands/open.ts';
import { policyCommand } from './commands/policy.ts';
import { renewCommand } from './commands/renewals.ts';
import { goalCommand, runCommands } from './commands/runs.ts';
import { restoreCommand } from './commands/restore.ts';
import { searchCommand } from './commands/search.ts';
import { sealedFileCommands } from './commands/sealed-files.ts';
import { sendCommand } from './commands/send.ts';
import { mcpCommand, startCommand, statusCommand, versionCommand } from './commands/service.ts';
import { serviceManagerCommand } from './commands/service-manager.ts';
import { configCommand } from './commands/settings.ts';
import { showCommand } from './commands/show.ts';
import { briefingCommand, toolsCommand } from './commands/tools.ts';
import { watchCommand } from './commands/watch.ts';
import { workerCommand } from './commands/worker.ts';
import { operationCommands } from './operation-commands.ts';

/** All commands of `program`, under the headings of `baton --help` and in its order. */
export function commandGroups(
  program: CommandUnknownOpts,
  operations: Readonly<Record<string, Operation>>,
): Readonly<Record<string, readonly CommandUnknownOpts[]>> {
  return {
    'The service:': [
      startCommand(),
      statusCommand(),
      openCommand(),
      pairCommand(),
      unparkCommand(),
      restoreCommand(),
      mcpCommand(),
      workerCommand(),
      linkCommand(),
      versionCommand(),
      serviceManagerCommand(),
      doctorCommand(),
    ],
    'Conversations:': [
      conversationsCommand(),
      showCommand(),
      modeCommand(),
      drainCommand(),
      renewCommand(),
      labelCommand(),
      renameCommand(),
      deleteCommand(),
    ],
    'Messages:': [sendCommand(), watchCommand(), searchCommand(), eventsCommand()],
    'Actions:': [
      approvalsCommand(),
      approveCommand(),
      denyCommand(),
      outcomeCommand(),
      jobsCommand(),
      retryCommand(),
      cancelCommand(),
      actionsCommand(),
      policyCommand(),
    ],
    'Settings and data:': [
      briefingCommand(),
      toolsCommand(),
      artifactsCommand(),
      clientsCommand(),
      backupCommand(),
      exportCommand(),
      importCommand(),
      retentionCommand(),
      vacuumCommand(),
      configCommand(),
    ],
    'Trying and installing:': [extensionCommand(), playgroundCommand()],
    'More:': operationCommands(operations, {
      agents: { alias: 'agent', commands: agentCommands() },
      run: { itself: goalCommand(), commands: [...runCommands(), ...sealedFileCommands('runs')] },
      team: { commands: sealedFileCommands('teams') },
    }),
    'The shell:': [completionCommand(program), completeCommand(program)],
  };
}
