import { homedir } from 'node:os';

import type { runsOperations } from '../../../../shared/api/runs.ts';
import type { Handling, Kit } from '../../engine/feature.ts';
import type { Sealer } from './sealed.ts';
import { actionsFeature } from '../actions/feature.ts';
import { agentsFeature } from '../agents/feature.ts';
import { artifactsFeature } from '../artifacts/feature.ts';
import { browsersFeature } from '../browsers/feature.ts';
import { settingsFeature } from '../settings/feature.ts';
import { createRunHandlers } from './handlers.ts';
import { type Risk, scanRisk } from './risk/scan-risk.ts';
import { createRunKeeper } from './run-keeper.ts';
import { createRunTexts } from './run-texts.ts';
import { runTools } from './run-tools.ts';
import { createTemplateKinds } from './template-kinds.ts';
import { createTeams } from './team-handlers.ts';
import { createTextWriter } from './write-texts.ts';

declare module '../../engine/feature.ts' {
  interface Given {
    /** With the keys of the data folder. */
    readonly sealer: Sealer;
  }
}

/** Runs: teams that work on a goal. */
export function startRuns(kit: Kit): Handling<null, typeof runsOperations> {
  const { store, read, now, log, given } = kit;
  const { presence } = kit.use(browsersFeature);
  const texts = createRunTexts(given.sealer);
  const writer = createTextWriter({ store, read, texts });

  /** What is said goes to assistants, which read it and do not run it as it is. */
  const scan = (text: string): Risk =>
    scanRisk(text, {
      worker: 'assistant',
      platform: process.platform,
      home: homedir(),
      dataFolder: given.dataDir,
    });

  async function newestReply(jobId: string): Promise<string | null> {
    return (await read.one({ query: 'newestReply', jobId }))?.rawText ?? null;
  }

  const { source, manuals } = runTools({
    store,
    read,
    texts,
    writer,
    scan,
    newestReply,
    now,
  });
  kit.use(actionsFeature).tools.add(source);
  const kinds = createTemplateKinds({
    read,
    newId: kit.newId,
    startable: () => presence.startable(),
    agents: kit.use(agentsFeature),
    manuals,
  });
  const keeper = createRunKeeper(kit, {
    artifacts: kit.use(artifactsFeature),
    settings: kit.use(settingsFeature),
    texts,
    kinds,
    log,
  });
  return {
    provides: null,
    handlers: createRunHandlers(kit, {
      texts,
      teams: createTeams(kit, texts),
      writer,
      scan,
      startable: () => presence.startable(),
      kinds,
      newestReply,
    }),
    effects: {
      run_changed: ({ runId }) => keeper.look(runId),
      job_changed: () => keeper.lookAtOpen(),
      conversation_changed: () => keeper.lookAtOpen(),
      conversation_deleted: () => keeper.lookAtOpen(),
    },
    sweeps: [{ name: 'runs', run: () => keeper.sweep() }],
    stop: () => keeper.stop(),
  };
}
