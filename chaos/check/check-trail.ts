import type { EventRow, StoreRows } from './store-rows.ts';

/**
 * The transitions of a job that a chaos run can cause, by event; ARCHITECTURE.md draws all of them. Written again,
 * because a check may not use what it checks.
 */
const JOB_TRANSITIONS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> =
  {
    dispatch: [['pending', 'dispatched']],
    // A turn of an agent, which no browser delivers.
    begin: [['pending', 'acked']],
    run_ended: [['acked', 'failed']],
    acked: [['dispatched', 'acked']],
    failed: [
      ['dispatched', 'retry_wait'],
      ['dispatched', 'failed'],
    ],
    lease_lost: [['dispatched', 'dispatched']],
    final_message: [['acked', 'finalized']],
    final_timeout: [['acked', 'failed']],
    due: [['retry_wait', 'pending']],
    cancel: [
      ['pending', 'failed'],
      ['retry_wait', 'failed'],
      ['dispatched', 'failed'],
    ],
    retry: [['failed', 'pending']],
  };

const INSTRUCTION_STATUS: Readonly<Record<string, string>> = {
  permit: 'ready',
  ask: 'awaiting_approval',
  refuse: 'failed',
  approve: 'ready',
  deny: 'failed',
  begin: 'running',
  succeed: 'succeeded',
  fail: 'failed',
  run_again: 'ready',
  lose_track: 'outcome_unknown',
  settle: 'failed',
  cancel: 'failed',
};

/** Where the audit trail and the tables disagree, or the trail has a hole. Empty: nowhere. */
export function checkTrail(rows: StoreRows): string[] {
  const about = Map.groupBy(rows.events, ({ subject_id }) => subject_id);
  // Replies of models and programs, which no browser has seen.
  const unseen = new Set([
    ...rows.agentRuns.map(({ run_id }) => run_id),
    ...rows.jobs.map(({ job_id }) => job_id),
  ]);
  const of = (id: string): readonly EventRow[] => about.get(id) ?? [];
  return [
    ...rows.jobs.flatMap((job) => checkJob(job, of(job.job_id))),
    ...rows.instructions.flatMap((row) => checkInstruction(row, of(row.instruction_id))),
    ...rows.agentRuns.flatMap(({ run_id }) => {
      const kept = rows.anchors.filter(({ anchor_id }) => runOf(anchor_id) === run_id).length;
      const told = of(run_id).filter(({ type }) => type === 'agent_run.replied').length;
      return kept === told ? [] : [`run ${run_id}: ${kept} replies, ${told} in the trail`];
    }),
    ...rows.anchors.flatMap(({ anchor_id }) => {
      if (unseen.has(runOf(anchor_id))) return [];
      const seen = of(anchor_id).filter(({ type }) => type === 'message_anchor.observed').length;
      return seen === 1 ? [] : [`anchor ${anchor_id}: observed ${seen} times in the trail`];
    }),
    ...unknownSubjects(rows),
  ];
}

/** Each reply of an agent's model is one of its run. */
function runOf(anchorId: string): string {
  return anchorId.slice(0, Math.max(0, anchorId.lastIndexOf('.')));
}

function checkJob(job: StoreRows['jobs'][number], events: readonly EventRow[]): string[] {
  const faults: string[] = [];
  const say = (what: string): void => void faults.push(`job ${job.job_id}: ${what}`);
  let status: string | null = null;
  let attempts = 0;
  for (const { type, detail, event_id } of events) {
    const name = type.replace('delivery_job.', '');
    if (name === 'created') {
      if (status !== null) say(`created again by event ${event_id}`);
      status = 'pending';
      continue;
    }
    const steps = JOB_TRANSITIONS[name];
    // No transition of the table: a note, or what no chaos run causes.
    if (steps === undefined) continue;
    if (detail['from'] !== status) say(`${name} from ${String(detail['from'])} in ${status}`);
    if (!steps.some(([from, to]) => from === detail['from'] && to === detail['to'])) {
      say(`${name} from ${String(detail['from'])} to ${String(detail['to'])} is no transition`);
    }
    if (name === 'begin') attempts += 1;
    if (name === 'dispatch' || name === 'lease_lost') {
      attempts += 1;
      if (detail['attempt'] !== attempts) say(`try ${attempts} is called another in the trail`);
    }
    status = String(detail['to']);
  }
  if (status !== job.status) say(`is ${job.status}, and ${status} by its trail`);
  if (attempts !== job.attempt_count) say(`${job.attempt_count} tries, ${attempts} in the trail`);
  const ended = job.status === 'finalized' || job.status === 'failed';
  if (ended !== (job.finished_at !== null)) say(`is ${job.status} and its end says otherwise`);
  return faults;
}

function checkInstruction(
  row: StoreRows['instructions'][number],
  events: readonly EventRow[],
): string[] {
  let status: string | null = null;
  for (const { type, detail } of events) {
    const name = type.replace('instruction.', '');
    status = name === 'created' ? String(detail['status']) : (INSTRUCTION_STATUS[name] ?? status);
  }
  if (status === row.status) return [];
  return [`action ${row.instruction_id}: is ${row.status}, and ${status} by its trail`];
}

/** A line about a job or an action that no table has. */
function unknownSubjects({ jobs, instructions, events }: StoreRows): string[] {
  const known = new Set([
    ...jobs.map(({ job_id }) => job_id),
    ...instructions.map(({ instruction_id }) => instruction_id),
  ]);
  return events
    .filter(({ type }) => /^(delivery_job|instruction)\./.test(type))
    .filter(({ subject_id }) => !known.has(subject_id))
    .map(({ event_id, type, subject_id }) => `event ${event_id}: ${type} of unknown ${subject_id}`);
}
