import type { Reader } from '../../../engine/query.ts';
import type { StepRunner } from '../../../engine/step.ts';
import { cancelDelivery } from '../../heart/deliveries/feature.ts';
import { cancelCall } from '../../hands/resources/feature.ts';
import { steerRun } from '../../teams/runs/feature.ts';
import { setSchedule, stopRun } from '../../minds/agents/feature.ts';
import * as agents from '../../minds/agents/queries.ts';
import * as deliveries from '../../heart/deliveries/queries.ts';
import * as runsQueries from '../../teams/runs/queries.ts';
import * as schedulesQueries from '../../minds/agents/schedules/queries.ts';
import * as resources from '../../hands/resources/queries.ts';

const VIA = 'restore';
const REASON = 'A backup was restored: it may have gone on since that was made.';

/**
 * Stops what a conductor would go on with by itself, asking nobody: agents and the turns that wait for them, schedules,
 * teams, calls on pages and terminals. Each may have gone on since the backup was made; a person has it go on.
 */
export async function stopRestored(read: Reader, store: StepRunner, now: number): Promise<void> {
  const { runs, jobs, teams, schedules, calls } = await read.snapshot({
    runs: agents.openAgentRuns({ conversationKey: null }),
    jobs: deliveries.unsentJobs(),
    teams: runsQueries.openRuns(),
    schedules: schedulesQueries.schedules(),
    calls: resources.unfinishedCalls({ chatSessionId: null }),
  });
  // A turn that waits behind a run would begin as soon as that is stopped.
  for (const { jobId, conversationKey, status } of jobs) {
    if (status === 'failed') continue;
    const session = await read.one(agents.agentSessionOf({ conversationKey }));
    // guard: restored-turns
    if (session !== null)
      await store.run(cancelDelivery, { jobId, actor: 'conductor', reason: REASON, now });
  }
  // guard: restored-agents
  for (const runId of runs) await store.run(stopRun, { runId, reason: REASON, via: VIA, now });
  // Not only paused: what waited to be said may have been said since.
  for (const runId of teams) await store.run(steerRun, { runId, event: 'STOP', via: VIA, now });
  for (const { schedule } of schedules) {
    const { scheduleId, status } = schedule;
    // guard: restored-schedules
    if (status === 'active')
      await store.run(setSchedule, { scheduleId, event: 'PAUSE', via: VIA, now });
  }
  // guard: restored-calls
  for (const { callId } of calls)
    await store.run(cancelCall, { callId, actor: 'conductor', reason: REASON, now });
}
