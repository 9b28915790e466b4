import type { schedulesOperations } from '../../../../../../shared/api/schedules.ts';
import type { ApiError, Caller } from '../../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import { unknown } from '../../../../engine/not-found.ts';
import type { AgentsPort } from '../start.ts';
import { ownId } from '../../../ground/settings/feature.ts';
import { newSchedule } from './new-schedule.ts';
import type { ScheduleState } from './queries.ts';
import { addSchedule, removeSchedule, setSchedule } from './steps/change-schedule.ts';
import { runSchedule, type TickTarget } from './steps/tick-schedule.ts';
import { sweepSchedules } from './sweep-schedules.ts';
import { scheduleView, type ScheduleView } from './views.ts';
import * as schedules from './queries.ts';
import { MODELS } from '../given.ts';

/** Nobody waits for what a turn that is due begins. */
const BY_THE_CLOCK: Caller = {
  via: 'schedule',
  signal: new AbortController().signal,
  idempotencyKey: null,
  idSeed: null,
};

/** Starts the schedules: their turns and their operations. */
export function startSchedules(
  kit: Kit,
  agents: AgentsPort,
): Handling<null, typeof schedulesOperations> {
  const { store, read, now, newId, settings, rowSteps } = kit;
  const { maxAttempts } = settings;
  const models = kit.given(MODELS);

  async function targetOf(
    { schedule, conversation }: ScheduleState,
    sessionId: string,
    caller: Caller,
  ): Promise<TickTarget> {
    const { agentId, modelRef, runMode } = schedule;
    if (conversation !== null)
      return { ok: true, localConversationId: conversation.localConversationId };
    const opened = await agents.openSession(
      {
        id: sessionId,
        agent: agentId ?? '',
        model: modelRef,
        run_mode: runMode ?? 'normal',
        title: null,
      },
      caller,
    );
    return opened.ok
      ? { ok: true, localConversationId: sessionId }
      : { ok: false, error: { code: opened.error.code, text: opened.error.text } };
  }

  async function viewOf(id: string): Promise<Result<ScheduleView, ApiError>> {
    const state = await read.one(schedules.schedule({ scheduleId: id }));
    return state === null ? err(unknown('schedule', id, 'params.id')) : ok(scheduleView(state));
  }

  async function set(id: string, event: 'PAUSE' | 'RESUME', via: string) {
    const outcome = await store.run(setSchedule, { scheduleId: id, event, via, now: now() });
    if (outcome !== 'invalid_transition') return viewOf(id);
    const shown = await viewOf(id);
    return shown.ok
      ? err({ code: outcome, text: `The schedule is ${shown.value.status}.` })
      : shown;
  }

  return {
    provides: null,
    handlers: {
      listSchedules: async () =>
        ok({ items: (await read.one(schedules.schedules())).map(scheduleView) }),
      getSchedule: ({ params: { id } }) => viewOf(id),

      async addSchedule({ body }, caller) {
        const id = ownId(caller, [body], newId);
        const known = await viewOf(id);
        if (known.ok) return known;
        const made = await newSchedule(body, { read, agents, models, now: now(), id });
        if (!made.ok) return made;
        const { via } = caller;
        const outcome = await store.run(addSchedule, { schedule: made.value, via, now: now() });
        if (outcome === 'added') return viewOf(made.value.scheduleId);
        const text = 'There are too many schedules. Remove what has ended.';
        return err({ code: 'quota_exceeded', text });
      },

      pauseSchedule: ({ params: { id } }, { via }) => set(id, 'PAUSE', via),
      resumeSchedule: ({ params: { id } }, { via }) => set(id, 'RESUME', via),

      async runSchedule({ params: { id } }, caller) {
        const state = await read.one(schedules.schedule({ scheduleId: id }));
        if (state === null) return err(unknown('schedule', id, 'params.id'));
        const jobId = ownId(caller, ['run', id], newId);
        const target = await targetOf(state, ownId(caller, ['session', id], newId), caller);
        const turn = { scheduleId: id, target, jobId, maxAttempts, now: now() };
        const fault = await store.run(runSchedule, { ...turn, via: caller.via });
        return fault === null ? viewOf(id) : err(fault);
      },

      async removeSchedule({ params: { id } }, { via }) {
        const outcome = await store.run(removeSchedule, { scheduleId: id, via, now: now() });
        return outcome === 'removed'
          ? ok({ deleted: true })
          : err(unknown('schedule', id, 'params.id'));
      },
    },
    sweeps: [
      sweepSchedules({
        store,
        read,
        now,
        newId,
        maxAttempts,
        rows: rowSteps('schedules'),
        targetOf: (state, sessionId) => targetOf(state, sessionId, BY_THE_CLOCK),
      }),
    ],
  };
}
