import { homedir } from 'node:os';
import { join } from 'node:path';

import type { runsOperations } from '../../../../../shared/api/runs.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import { isProgramPlatform } from '../../../../../shared/model/program-platforms.ts';
import { createBegunAnew } from './programs/begun-anew.ts';
import { createAcpKind } from './programs/acp-kind.ts';
import { createCallTokens } from './programs/call-tokens.ts';
import { createProgramCalls, type ProgramCalls, RUN_TOOLS_PATH } from './programs/program-calls.ts';
import { createTerminalKind } from './programs/terminal-kind.ts';
import { resourcesFeature } from '../../hands/resources/feature.ts';
import { createProgramRunner } from './programs/program-runner.ts';
import { createProgramTemplates } from './programs/program-templates.ts';
import { createSeenWorkers, type SeenWorkers } from './programs/seen-workers.ts';
import type { Handling, Kit } from '../../../engine/feature.ts';
import { actionsFeature } from '../../heart/actions/feature.ts';
import { agentsFeature } from '../../minds/agents/feature.ts';
import { artifactsFeature } from '../../heart/artifacts/feature.ts';
import { browsersFeature } from '../../ground/browsers/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { countRuns } from './count-runs.ts';
import { createFolderEvidence } from './folder-evidence.ts';
import { createRunHandlers } from './handlers.ts';
import { isTrusted } from '../../../text-risk/is-trusted.ts';
import { type Scan, scanRisk } from '../../../text-risk/scan-risk.ts';
import { createMoreWorkers } from './more-workers.ts';
import { createRunKeeper } from './run-keeper.ts';
import { createRunTexts } from './run-texts.ts';
import { commandError } from './role-limits.ts';
import { runTools } from './run-tools.ts';
import { createSealHandlers } from './seal-handlers.ts';
import { createSealedExports } from './sealed-exports.ts';
import { heldTo } from './shells.ts';
import { endRoleRules } from './steps/end-role-rules.ts';
import { createTemplateKinds } from './template-kinds.ts';
import { createTeams } from './team-handlers.ts';
import { createTemplateHandlers, ownProgram } from './template-handlers.ts';
import { createWorkerSources } from './worker-sources.ts';
import { createTextWriter } from './write-texts.ts';
import * as deliveries from '../../heart/deliveries/queries.ts';
import * as runs from './queries.ts';
import { runChanged, runMoved, runTextQueued, runWorkerStuck, runLinesIgnored } from './effects.ts';
import { jobChanged } from '../../heart/deliveries/effects.ts';
import { conversationChanged, conversationDeleted } from '../../heart/conversations/effects.ts';
import { callAnswered, questionAnswered } from '../../heart/actions/effects.ts';
import { on } from '../../../engine/effects.ts';
import { ACP_PROGRAMS, SEALER } from './given.ts';
import { DATA_DIR } from '../../ground/settings/given.ts';
import { OWN_URL } from '../../ground/browsers/given.ts';

/** Services that runs offer the rest of the conductor. */
export interface RunsPort {
  readonly watchWorkers: SeenWorkers['watch'];
  readonly calls: Pick<ProgramCalls, 'toolsFor' | 'call'>;
}

/** Shell that a program gives its commands to. */
const OWN_SHELL = { folder: '', name: process.platform === 'win32' ? null : 'sh' };

/** Runs: teams that work on a goal. */
export function startRuns(kit: Kit): Handling<RunsPort, typeof runsOperations> {
  const { store, read, now, log, given } = kit;
  const { presence } = kit.use(browsersFeature);
  const settings = kit.use(settingsFeature);
  const texts = createRunTexts(given(SEALER));
  const writer = createTextWriter({ store, read, texts });

  const scan: Scan = ({ text, shell }) => {
    const { medium, trusted_folders: trusted } = settings.current().runs;
    const risk = scanRisk(text, {
      // guard: shell-runs-it
      shell: shell && { name: shell.name, isTrusted: isTrusted(shell.folder, trusted) },
      home: homedir(),
      dataFolder: given(DATA_DIR),
    });
    const { level } = risk;
    // An assistant asks by itself before it does what is only worth a look. Of a shell nothing is.
    return { ...risk, asks: level === 'high' || (level === 'medium' && medium === 'ask') };
  };

  async function newestReply(jobId: string): Promise<string | null> {
    return (await read.one(deliveries.newestReply({ jobId })))?.rawText ?? null;
  }

  const patience = () => ({ now: now(), stuckMs: settings.current().runs.stuck_ms });

  const { source, manuals, tools } = runTools({
    more: () => more,
    patience,
    filesOf: createFolderEvidence(texts),
    maxTasks: () => settings.current().runs.max_tasks,
    store,
    read,
    texts,
    writer,
    scan,
    newestReply,
    seen: (worker) => programs.seen(worker),
    now,
  });
  kit.use(actionsFeature).tools.add(source);
  const templates = createProgramTemplates(join(given(DATA_DIR), 'programs.json'), async () =>
    (await read.one(runs.runTemplates())).flatMap((row) => ownProgram(row, texts)),
  );
  const kinds = createTemplateKinds({
    read,
    newId: kit.newId,
    startable: () => presence.startable(),
    agents: kit.use(agentsFeature),
    manuals,
    tools,
    programs: templates,
    texts,
  });
  const sources = createWorkerSources({
    read,
    startable: () => presence.startable(),
    kinds,
    dataFolder: given(DATA_DIR),
  });
  const more = createMoreWorkers({
    store,
    texts,
    sources,
    maxWorkers: () => settings.current().runs.max_workers,
    now,
  });
  const seenWorkers = createSeenWorkers();
  const tokens = createCallTokens();
  const calls = createProgramCalls(kit, { tokens, tools });
  const toolsOf = (...of: Parameters<typeof tokens.issue>) =>
    `${given(OWN_URL)()}${RUN_TOOLS_PATH}/${tokens.issue(...of)}`;
  const programs = createProgramRunner(kit, {
    texts,
    templates,
    scan,
    begunAnew: createBegunAnew({ read: kit.read, texts, manual: (worker) => kinds.manual(worker) }),
    kinds: {
      acp: createAcpKind(kit, given(ACP_PROGRAMS), toolsOf, seenWorkers.changed, (worker, text) =>
        commandError([{ text, shell: OWN_SHELL, ...heldTo(worker, texts) }]),
      ),
      terminal: createTerminalKind(kit, kit.use(resourcesFeature), seenWorkers.changed),
    },
  });
  const keeper = createRunKeeper(kit, {
    artifacts: kit.use(artifactsFeature),
    settings,
    more,
    texts,
    kinds,
    seen: (worker) => programs.seen(worker),
    log,
  });
  const counts = countRuns(kit);
  const teams = createTeams(kit, texts);
  return {
    provides: { watchWorkers: seenWorkers.watch, calls },
    handlers: createRunHandlers(kit, {
      texts,
      teams,
      exports: createSealedExports(kit, { texts, teams }),
      seals: createSealHandlers(kit, { sealer: given(SEALER), texts }),
      templates: createTemplateHandlers(kit, {
        texts,
        programs: templates,
        acp: given(ACP_PROGRAMS),
        sources,
        startable: () => presence.startable(),
        agents: () => kit.use(agentsFeature).ids(),
        dataFolder: given(DATA_DIR),
      }),
      writer,
      scan,
      sources,
      more,
      programs,
      patience,
      limits: () => settings.current().runs,
      newestReply,
    }),
    effects: [
      on(runChanged, ({ runId }) => {
        keeper.look(runId);
        programs.lookAtRun(runId);
      }),
      on(runMoved, counts.moved),
      on(runTextQueued, counts.said),
      on(runWorkerStuck, counts.stuck),
      on(runLinesIgnored, counts.ignored),
      on(jobChanged, () => keeper.lookAtOpen()),
      on(conversationChanged, ({ conversationKey }) => {
        keeper.lookAtOpen();
        if (isProgramPlatform(conversationRef(conversationKey).platform))
          programs.look(conversationKey);
      }),
      on(callAnswered, ({ anchorId }) => calls.answered(anchorId)),
      on(questionAnswered, ({ callId, about, decision }) => {
        if (about === 'worker_question') programs.answered(callId, decision === 'approved');
      }),
      on(conversationDeleted, () => keeper.lookAtOpen()),
    ],
    sweeps: [
      { name: 'runs', run: () => keeper.sweep() },
      {
        name: 'rules of roles',
        async run() {
          const outlived = await read.one(runs.outlivedRoleRules());
          if (outlived.length > 0) await store.run(endRoleRules, { now: now() });
        },
      },
      { name: 'programs of runs', run: () => programs.sweep() },
    ],
    async stop() {
      calls.stop();
      await keeper.stop();
      await programs.stop();
    },
  };
}
