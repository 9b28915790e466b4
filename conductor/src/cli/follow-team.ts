import type { ResponseOf } from '../../../shared/api/operations.ts';
import { FollowFault } from '../client/http-api.ts';
import { type CommandContext, unwrap } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { Failure, type Output } from './output.ts';
import { safeText } from './terminal-text.ts';

type TeamRun = ResponseOf<'getRun'>;

type Wait = TeamRun['waits'][number];

const OVER: readonly TeamRun['status'][] = ['finished', 'stopped', 'failed'];

/** Events that may change the state of a run, or what waits for a person in it. */
const BEARS_ON_RUNS = /^(?:run|approval|instruction|delivery_job|conversation)[._]/;

/** The newest event of the trail: what comes after it is followed from there. */
export async function latestEvent({ api }: CommandContext): Promise<number> {
  const { items } = unwrap(await api.call('listEvents', { query: { limit: 1 } }));
  return items[0]?.event_id ?? 0;
}

/**
 * Shows how a run goes and what it waits for, until it is over or Ctrl+C ends the watching: the run goes on then.
 *
 * @param after The event after which nothing is missed.
 */
export async function followTeam(
  context: CommandContext,
  id: string,
  after: number,
): Promise<TeamRun> {
  const { api, out } = context;
  const told = createTeller(out, id);
  const over = new AbortController();
  const end = (): void => over.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  try {
    let run = await told(api);
    const events = api.follow({ after: String(after) }, over.signal);
    while (!OVER.includes(run.status)) {
      const next = await events.next();
      if (next.done === true) break;
      if (BEARS_ON_RUNS.test(next.value.type)) run = await told(api);
    }
    return run;
  } catch (cause) {
    if (cause instanceof FollowFault) throw new Failure(cause.error);
    throw cause;
  } finally {
    over.abort();
    process.removeListener('SIGINT', end);
    process.removeListener('SIGTERM', end);
  }
}

/** Says once whatever is new of a run. */
function createTeller(out: Output, id: string): (api: CommandContext['api']) => Promise<TeamRun> {
  let line = '';
  let waits = new Set<string>();
  return async (api) => {
    const run = unwrap(await api.call('getRun', { params: { id } }));
    if (run.phase_line !== line) {
      line = run.phase_line;
      out.note(`${out.paint.dim(`[${run.status}]`)} ${safeText(line, 'line')}`);
    }
    const now = run.waits.map((one) => waitLine(one, run));
    for (const wait of now) {
      if (!waits.has(wait)) out.note(out.paint.yellow(safeText(wait, 'line')));
    }
    waits = new Set(now);
    return run;
  };
}

/** Describes what waits for a person, with the command that answers. */
function waitLine({ kind, text, question }: Wait, { run_id: id, plan_id: plan }: TeamRun): string {
  switch (kind) {
    case 'plan':
      return `waits for you: ${text} See it: baton run show ${id}. Accept it: baton run accept ${id} --plan ${plan ?? ''}`;
    case 'approval':
      return `waits for you: ${text} See it: baton approvals`;
    case 'question':
      return question === null
        ? `waits for you: ${text}`
        : `asks you: ${text} Answer: baton run answer ${id} --question ${question} --text "…"`;
    case 'paused':
      return `${text} Go on: baton run resume ${id}`;
    case 'blocked':
    case 'planner':
      return `waits for you: ${text}`;
  }
}

/** Prints the report, and sets the exit code of what did not come to one. */
export function toldTeam(run: TeamRun, out: Output): void {
  out.document(run);
  const { run_id: id, status } = run;
  if (status === 'failed')
    throw new Failure({ code: run.error ?? 'internal', text: run.phase_line }, EXIT.runFailed);
  if (status === 'stopped') {
    const text = `${run.phase_line} Its report: baton run report ${id}`;
    throw new Failure({ code: 'cancelled', text }, EXIT.runStopped);
  }
  if (status !== 'finished') {
    const text = `It is ${status}, and goes on. See it with: baton run watch ${id}`;
    throw new Failure({ code: 'final_message_timeout', text }, EXIT.waited);
  }
  const sections = run.report.filter(({ text }) => text !== '');
  for (const { heading, text } of sections)
    out.say(safeText(`## ${heading}\n\n${text}\n`, 'block'));
}
