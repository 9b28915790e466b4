import type { SiteEntry } from '../site/site-log.ts';
import { askedIn, tagIn, turnIn } from '../site/site-log.ts';
import { allMessages, type Schedule } from '../schedule/schedule.ts';
import { checkActs } from './check-acts.ts';
import { checkTeams, teamJobs } from './check-teams.ts';
import { checkTrail } from './check-trail.ts';
import type { JobRow, StoreRows } from './store-rows.ts';

/** The part of a browser's disk that is checked. */
export interface JournalRows {
  readonly browser: string;
  readonly attempts: readonly { readonly job_id: string; readonly status: string }[];
  /** Frames the conductor has not taken. */
  readonly outbox: number;
}

export interface RunRecord {
  readonly schedule: Schedule;
  /** In the order the messages came. */
  readonly site: readonly SiteEntry[];
  /** Names of programs' acts, as pages and files counted them. */
  readonly acts: readonly string[];
  /** Texts to members of teams, and the runs that were begun. */
  readonly teams: { readonly told: readonly string[]; readonly begun: readonly string[] };
  readonly store: StoreRows;
  readonly journals: readonly JournalRows[];
}

export interface Verdict {
  /** Messages of the schedule that the site never got. */
  readonly lost: readonly string[];
  /** Messages that it got again, once for each time too many; and any that nobody planned. */
  readonly duplicated: readonly string[];
  /** Messages that came before one that was asked for earlier in the same conversation. */
  readonly outOfOrder: readonly string[];
  /** Messages of which Baton said for a time that it cannot know, and asked a person. */
  readonly uncertain: readonly string[];
  /** Acts of programs that were done twice, or whose reported outcome differs from the real one. */
  readonly wrongActs: readonly string[];
  /** Texts that a member of a team got twice or not at all, and runs that did not end. */
  readonly wrongRuns: readonly string[];
  /** Any other contradictions. */
  readonly unexplained: readonly string[];
}

/** Judges a run by what the site got, against what both sides wrote down. A pure function. */
export function checkRun(record: RunRecord): Verdict {
  const { schedule, store } = record;
  const chatsOfTeams = new Set(
    schedule.teams.flat().map((member) => (typeof member === 'object' ? member.remoteId : '')),
  );
  const site = record.site.filter(({ conversation }) => !chatsOfTeams.has(conversation));
  const ofTeams = new Set(teamJobs(store));
  const others = store.jobs.filter((job) => !ofTeams.has(job));
  const planned = new Set(allMessages(schedule).map(({ tag }) => tag));
  const came = Map.groupBy(site, ({ tag }) => tag ?? '');
  const turns = Map.groupBy(
    others.filter(({ message_text }) => turnIn(message_text) !== null),
    ({ message_text }) => turnIn(message_text) ?? '',
  );
  const jobs = Map.groupBy(
    others.filter(({ message_text }) => turnIn(message_text) === null),
    ({ message_text }) => tagIn(message_text) ?? '',
  );
  const acts = checkActs(record.acts, store.calls);
  const teams = checkTeams(record.teams.told, record.teams.begun, store);
  return {
    lost: [...planned].filter((tag) => !came.has(tag)),
    duplicated: [...came].flatMap(([tag, entries]) =>
      planned.has(tag) ? entries.slice(1).map(() => tag) : entries.map(({ text }) => text),
    ),
    outOfOrder: outOfOrder(record),
    uncertain: uncertainTags(store),
    wrongActs: [...acts.repeated.map((act) => `${act}: repeated`), ...acts.untrue],
    wrongRuns: [...teams.wrong, ...teams.stuck],
    unexplained: [
      ...[...planned].flatMap((tag) => checkMessage(tag, jobs.get(tag) ?? [], record, came)),
      ...unplannedJobs(jobs, planned),
      ...checkTurns(turns, schedule),
      ...checkTrail(store),
      ...acts.open,
      ...leftovers(record),
    ],
  };
}

export function isClean(verdict: Verdict): boolean {
  const { lost, duplicated, outOfOrder: swapped, wrongActs, wrongRuns, unexplained } = verdict;
  return [lost, duplicated, swapped, wrongActs, wrongRuns, unexplained].every(
    (list) => list.length === 0,
  );
}

/** The job of a message: one, at an end, with the message's own reply or with a reason. */
function checkMessage(
  tag: string,
  jobs: readonly JobRow[],
  { store }: RunRecord,
  came: ReadonlyMap<string, readonly SiteEntry[]>,
): string[] {
  const [job, ...others] = jobs;
  if (job === undefined) return [`${tag}: no job`];
  if (others.length > 0) return [`${tag}: ${jobs.length} jobs`];
  const entries = came.get(tag) ?? [];
  switch (job.status) {
    case 'finalized': {
      const anchor = store.anchors.find(({ anchor_id }) => anchor_id === job.final_anchor_id);
      const replies = entries.map(({ replyId }) => replyId);
      if (anchor !== undefined && replies.includes(anchor.assistant_message_id)) return [];
      return [
        `${tag}: finalized by ${anchor?.assistant_message_id ?? 'nothing'}, answered by ${replies.join(' and ')}`,
      ];
    }
    case 'failed':
      return job.last_error_code === null ? [`${tag}: failed without a reason`] : [];
    default:
      return [`${tag}: still ${job.status}, ${job.last_error_code ?? 'no reason given'}`];
  }
}

function unplannedJobs(
  jobs: ReadonlyMap<string, readonly JobRow[]>,
  planned: ReadonlySet<string>,
): string[] {
  return [...jobs]
    .filter(([tag]) => !planned.has(tag))
    .flatMap(([, rows]) => rows.map(({ job_id }) => `job ${job_id}: nobody asked for it`));
}

/** Turns of agents: each was asked for once, by a message that is theirs to send, and has ended. */
function checkTurns(turns: ReadonlyMap<string, readonly JobRow[]>, schedule: Schedule): string[] {
  const theirs = new Set(
    allMessages(schedule).flatMap(({ by, tag }) => (by === 'agent' ? [tag] : [])),
  );
  const asked = new Set([...turns.keys()].map(askedIn));
  return [
    ...[...theirs].filter((tag) => !asked.has(tag)).map((tag) => `${tag}: no agent was asked`),
    ...[...asked].filter((tag) => !theirs.has(tag)).map((tag) => `${tag}: an agent was asked`),
    ...[...turns].flatMap(([turn, rows]) => [
      ...(rows.length > 1 ? [`${turn}: ${rows.length} turns`] : []),
      ...rows
        .filter(({ status }) => status !== 'finalized' && status !== 'failed')
        .map(({ status }) => `${turn}: still ${status}`),
    ]),
  ];
}

/**
 * Per conversation the site must get messages in the order in which they were asked for. What a person sent on its
 * way again after it had failed has lost its place by their own word, and is left out.
 */
function outOfOrder({ site, store }: RunRecord): string[] {
  const again = new Set(
    store.events
      .filter(({ type }) => type === 'delivery_job.retry')
      .map(({ subject_id }) => subject_id),
  );
  const place = new Map(
    store.jobs
      .filter(({ job_id }) => !again.has(job_id))
      .map(({ message_text }, index) => [tagIn(message_text), index]),
  );
  const highest = new Map<string, number>();
  const seen = new Set<string | null>();
  const late: string[] = [];
  for (const { conversation, tag } of site) {
    const at = place.get(tag);
    // A second arrival is a duplicate, and counted as that.
    if (tag === null || at === undefined || seen.has(tag)) continue;
    seen.add(tag);
    if (at < (highest.get(conversation) ?? -1)) late.push(tag);
    else highest.set(conversation, at);
  }
  return late;
}

function uncertainTags({ jobs, events }: StoreRows): string[] {
  const unsure = new Set(
    events
      .filter(
        ({ type, detail }) =>
          type === 'delivery_job.failed' && detail['code'] === 'delivery_uncertain',
      )
      .map(({ subject_id }) => subject_id),
  );
  return jobs
    .filter(({ job_id }) => unsure.has(job_id))
    .map(({ message_text, job_id }) => tagIn(message_text) ?? job_id);
}

const ENDED_RUNS = new Set(['succeeded', 'failed', 'stopped']);

/** Work that one side still believes in when all is over. */
function leftovers({ store, journals }: RunRecord): string[] {
  const ended = new Set(['finalized', 'failed']);
  return [
    ...store.instructions
      .filter(({ status }) => status !== 'succeeded' && status !== 'failed')
      .map(({ instruction_id, status }) => `action ${instruction_id}: still ${status}`),
    ...store.agentRuns
      .filter(({ status }) => !ENDED_RUNS.has(status))
      .map(({ run_id, status }) => `run ${run_id}: still ${status}`),
    ...store.outbox.map(({ client_id, seq }) => `frame ${seq} for ${client_id}: never taken`),
    ...journals.flatMap(({ browser, attempts, outbox }) => [
      ...(outbox > 0 ? [`${browser}: ${outbox} frames never taken`] : []),
      ...attempts
        .filter(({ status }) => !ended.has(status))
        .map(({ job_id, status }) => `${browser}: its try of ${job_id} is still ${status}`),
    ]),
  ];
}
