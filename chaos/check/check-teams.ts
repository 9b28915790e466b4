import type { StoreRows } from './store-rows.ts';

/** How a delivery fails of which nobody claims to know whether its text was told. */
const UNCERTAIN = new Set(['delivery_uncertain', 'input_uncertain', 'worker_lost']);

/** Whether a person is to look what came of it. */
export function isUncertain(code: string): boolean {
  return UNCERTAIN.has(code);
}

export interface TeamsVerdict {
  /** Texts that a member was told too often or not at all, calls that were done too often or not at all. */
  readonly wrong: readonly string[];
  /** Runs that have not ended, or ended for no reason, each with the end of its trail. */
  readonly stuck: readonly string[];
}

const TRAIL_LINES = 12;
/** Characters of the end of a text. */
const SHOWN = 300;

/**
 * Judges what teams did by what their members were told. A pure function.
 *
 * @param told What chats, models and programs were told, each text as often as it came.
 * @param begun The runs that somebody began.
 */
export function checkTeams(
  told: readonly string[],
  begun: readonly string[],
  store: StoreRows,
): TeamsVerdict {
  const { runs, runWorkers, runInputs, runTasks, runCalls, instructions } = store;
  const jobs = teamJobs(store);
  const jobIds = new Set(jobs.map(({ job_id }) => job_id));
  const ran = new Set(instructions.map(({ instruction_id }) => instruction_id));
  const known = new Set(begun);
  return {
    wrong: [
      ...checkTold(told, jobs),
      ...runs
        .filter(({ run_id }) => !known.has(run_id))
        .map(({ run_id }) => `${run_id}: nobody began it`),
      ...runInputs
        .filter(
          ({ status, job_id }) => (status === 'sent') !== (job_id !== null && jobIds.has(job_id)),
        )
        .map(
          ({ input_id, status }) => `input ${input_id}: ${status}, and its delivery says otherwise`,
        ),
      ...runCalls
        .filter(({ call_id }) => !ran.has(call_id))
        .map(({ call_id }) => `call ${call_id}: seen, and lost`),
      ...runs.flatMap(({ run_id, status }) => {
        const tasks = runTasks.filter((one) => one.run_id === run_id);
        const sent = runInputs.filter((one) => one.run_id === run_id && one.origin === 'planner');
        return [
          ...(tasks.length > 2 ? [`${run_id}: planned twice`] : []),
          ...(sent.length > 1
            ? [`${run_id}: its planner’s call was done ${sent.length} times`]
            : []),
          ...(status === 'finished' && (sent.length === 0 || tasks.length === 0)
            ? [`${run_id}: a call of its planner was lost`]
            : []),
          ...(status === 'finished' && tasks.some((one) => one.status !== 'done')
            ? [`${run_id}: finished with an open task`]
            : []),
        ];
      }),
    ],
    stuck: runs.flatMap(({ run_id, status }) => {
      const places = new Set(
        runWorkers
          .filter((one) => one.run_id === run_id)
          .map(({ conversation_key }) => conversation_key),
      );
      const mayEnd =
        status === 'finished' ||
        ((status === 'stopped' || status === 'failed') &&
          (jobs.some((job) => places.has(job.conversation_key) && hasFailed(job, store)) ||
            instructions.some(
              (one) => places.has(one.conversation_key) && one.status === 'failed',
            )));
      return mayEnd ? [] : [`${run_id}: ${status}\n${trailOf(run_id, store).join('\n')}`];
    }),
  };
}

/** The deliveries to members of teams. */
export function teamJobs({ jobs, runWorkers }: StoreRows): StoreRows['jobs'] {
  const places = new Set(runWorkers.map(({ conversation_key }) => conversation_key));
  return jobs.filter(({ conversation_key }) => places.has(conversation_key));
}

/** Once, though it may have been told since. */
function hasFailed({ job_id, status }: StoreRows['jobs'][number], { events }: StoreRows): boolean {
  return (
    status === 'failed' ||
    events.some(({ subject_id, type }) => subject_id === job_id && type === 'delivery_job.retry')
  );
}

/** Each text of a run is told as often as there are deliveries of it; of one that has failed, perhaps not. */
function checkTold(told: readonly string[], jobs: StoreRows['jobs']): string[] {
  const wanted = Map.groupBy(
    jobs.filter(({ origin }) => origin === 'run'),
    ({ message_text }) => message_text,
  );
  return [...wanted].flatMap(([text, of]) => {
    const times = told.filter((one) => isTold(one, text)).length;
    const sure = of.filter(({ status }) => status === 'finalized').length;
    if (times >= sure && times <= of.length) return [];
    return [
      `told ${times} times, ${of.length} deliveries, ${sure} of them done: ${text.slice(-SHOWN)}`,
    ];
  });
}

function trailOf(runId: string, { events, runWorkers, jobs }: StoreRows): readonly string[] {
  const workers = runWorkers.filter(({ run_id }) => run_id === runId);
  const places = new Set(workers.map(({ conversation_key }) => conversation_key));
  const about = new Set([
    runId,
    ...workers.map(({ worker_id }) => worker_id),
    ...jobs.flatMap((job) => (places.has(job.conversation_key) ? [job.job_id] : [])),
  ]);
  return events
    .filter(({ subject_id, detail }) => about.has(subject_id) || detail['run'] === runId)
    .slice(-TRAIL_LINES)
    .map(
      ({ event_id, type, subject_id, detail }) =>
        `      ${event_id} ${type} ${subject_id} ${JSON.stringify(detail)}`,
    );
}

/** Whether that is what somebody was told. A program that is begun anew is told more before it. */
export function isTold(told: string, text: string): boolean {
  return squeezed(told).endsWith(squeezed(text));
}

/** Terminals and models break lines in their own way. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
