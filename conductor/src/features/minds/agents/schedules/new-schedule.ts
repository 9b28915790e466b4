import type * as z from 'zod';

import type { ApiError } from '../../../../../../shared/api/operation.ts';
import type { scheduleWish } from '../../../../../../shared/api/schedules.ts';
import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import { unknown } from '../../../../engine/not-found.ts';
import type { Reader } from '../../../../engine/query.ts';
import type { AgentsPort } from '../start.ts';
import type { Models } from '../model-port.ts';
import { isTimeZone } from '../../../heart/replies/feature.ts';
import { cronFault, momentOf, nextTick } from './next-tick.ts';
import type { Schedule } from './rows.ts';
import * as agentsQueries from '../queries.ts';

type Wish = z.output<typeof scheduleWish>;

/** The schedule that a wish asks for, or what is wrong with the wish. */
export async function newSchedule(
  wish: Wish,
  deps: {
    readonly read: Reader;
    readonly agents: Pick<AgentsPort, 'agentFault'>;
    readonly models: Pick<Models, 'check'>;
    readonly now: number;
    readonly id: string;
  },
): Promise<Result<Schedule, ApiError>> {
  const { read, agents, models, now, id: scheduleId } = deps;
  const timeZone = wish.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const fault = faultOf(wish, timeZone, now);
  if (fault !== null) return err(fault);
  const { session, agent, model, prompt, cron, every_ms: everyMs, missed, overlap } = wish;
  const shown =
    session === null
      ? null
      : await read.one(agentsQueries.agentSession({ localConversationId: session }));
  if (session !== null && shown === null) return err(unknown('session', session, 'body.session'));
  const noAgent = agent === null ? null : await agents.agentFault(agent, 'body.agent');
  if (noAgent !== null) return err(noAgent);
  const noModel = model === null ? null : models.check(model);
  if (noModel !== null) return err({ ...noModel, field: 'body.model' });
  const at = wish.at === null ? null : momentOf(wish.at, timeZone);
  const rhythm = { cron, everyMs, at, timeZone, createdAt: now };
  return ok({
    scheduleId,
    agentId: agent,
    conversationKey: shown?.session.conversationKey ?? null,
    modelRef: model,
    runMode: agent === null ? null : (wish.run_mode ?? 'normal'),
    prompt,
    ...rhythm,
    missed,
    overlap,
    status: 'active',
    nextAt: nextTick(rhythm, now),
    lastTick: null,
    lastOutcome: null,
    lastErrorCode: null,
    lastErrorText: null,
    lastJobId: null,
    turns: 0,
    updatedAt: now,
    version: 1,
  });
}

function faultOf(wish: Wish, timeZone: string, now: number): ApiError | null {
  const { agent, session, model, cron, every_ms: everyMs, at } = wish;
  const invalid = (field: string, text: string): ApiError => ({
    code: 'invalid_request',
    text: `body.${field}: ${text}`,
    field: `body.${field}`,
  });
  if ((agent === null) === (session === null))
    return invalid('agent', 'name either an agent or a session.');
  if (session !== null && (model !== null || wish.run_mode !== null))
    return invalid(
      model === null ? 'run_mode' : 'model',
      'is for an agent; a session has its own.',
    );
  if ([cron, everyMs, at].filter((one) => one !== null).length !== 1)
    return invalid('cron', 'name one of cron, every_ms and at.');
  if (!isTimeZone(timeZone)) return invalid('time_zone', 'is an IANA zone, as Europe/Berlin.');
  const why = cron === null ? null : cronFault(cron, timeZone, now);
  if (why !== null) return invalid('cron', why);
  const moment = at === null ? null : momentOf(at, timeZone);
  return at !== null && (moment === null || moment <= now) ? invalid('at', 'is over.') : null;
}
