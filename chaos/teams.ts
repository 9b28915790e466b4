import Database from 'better-sqlite3';
import { z } from 'zod';

import { isTold, isUncertain } from './check/check-teams.ts';
import type { Person } from './person.ts';
import type { PlannedMember, PlannedTeam, Schedule } from './schedule/schedule.ts';
import { goalOf } from './site/team-script.ts';
import type { PlayedWorld } from './world/played-world.ts';
import { MEMBER, type TeamPlace, toldToTeams } from './world/team-place.ts';

/** Milliseconds of the world's time. */
const PAUSE_MS = 1_000;
/** Milliseconds of real time without news after which a run is given up when all else is over. */
const STUCK_AFTER_MS = 60_000;

const ROLES = ['Planner', 'First', 'Second'] as const;

/** Model of the agents: site/agent-model.ts. */
const MODEL = 'test:small';

const OVER = new Set(['finished', 'stopped', 'failed']);

const Run = z.object({ run_id: z.string(), status: z.string(), updated_at: z.number() });

const FailedCall = z.object({ instruction_id: z.string() });

const Failed = z.object({
  job_id: z.string(),
  attempt_count: z.number(),
  origin: z.string(),
  message_text: z.string(),
  last_error_code: z.string(),
});

const FAILED = `select distinct j.job_id, j.attempt_count, j.origin, j.message_text, j.last_error_code from run_workers w
  join delivery_jobs j on j.conversation_key = w.conversation_key where w.run_id = ? and j.status = 'failed'`;

const FAILED_CALLS = `select distinct i.instruction_id from run_workers w
  join instructions i on i.conversation_key = w.conversation_key where w.run_id = ? and i.status = 'failed'`;

/**
 * Teams that are given goal after goal, and the person who sees to them. Where Baton asks, since nobody can say whether a
 * member was told something, they look: what was not told they have sent again, and a run of which more cannot be said they
 * stop.
 */
export class Teams {
  readonly #world: PlayedWorld;
  readonly #person: Person;
  readonly #running: readonly Promise<void>[];
  /** Deliveries and calls that were seen to, each once for each time that it failed. */
  readonly #seen = new Set<string>();
  readonly #begun: string[] = [];
  #finishing = false;

  constructor(world: PlayedWorld, person: Person, { teams }: Schedule) {
    this.#world = world;
    this.#person = person;
    const { teamPlace } = world;
    this.#running =
      teamPlace === null ? [] : teams.map((team, at) => this.#work(team, at, teamPlace));
  }

  /** The runs that were begun. */
  get begun(): readonly string[] {
    return this.#begun;
  }

  /** No further goal is given; resolves when all runs are over, or one shows nothing new any more. */
  async finish(): Promise<void> {
    this.#finishing = true;
    await Promise.all(this.#running);
  }

  async #work(members: PlannedTeam, team: number, place: TeamPlace): Promise<void> {
    const templates = await Promise.all(members.map((one) => this.#templateOf(one)));
    const roles = ROLES.map((role, at) => ({
      role,
      is_planner: at === 0,
      task: 'You do what you are told.',
      template: templates[at],
    }));
    await this.#insist('PATCH', '/v1/settings', { agents: { models: [MODEL] } });
    await this.#insist('PUT', `/v1/teams/chaos-${team}`, { name: `Team ${team}`, roles });
    for (let nth = 1; !this.#finishing; nth += 1) {
      const goal = goalOf(team, nth);
      const body = { goal, team: `chaos-${team}`, folder: place.folder, unreviewed: true };
      const { run_id: id } = Run.parse(await this.#insist('POST', '/v1/runs', body, goal));
      this.#begun.push(id);
      await this.#seeThrough(id, place);
    }
  }

  async #templateOf(member: PlannedMember): Promise<string> {
    if (member === 'agent') return 'agent:assistant';
    if (typeof member === 'string') return `${member}:${MEMBER}`;
    return `conversation:${await this.#person.allow(member.remoteId)}`;
  }

  /** Until it is over, or nothing of it is new for long and nobody waits for anything else. */
  async #seeThrough(id: string, place: TeamPlace): Promise<void> {
    let last = '';
    let since = performance.now();
    for (;;) {
      await this.#world.clock.sleep(PAUSE_MS);
      const shown = Run.safeParse((await this.#world.conductor.ask('GET', `/v1/runs/${id}`))?.body);
      if (shown.success && OVER.has(shown.data.status)) return;
      const { jobs, calls } = this.#failed(id);
      for (const job of jobs) await this.#seeTo(id, job, place);
      // An assistant would ask again; those here do not, and somebody has to say that it ends.
      if (calls.length > 0) await this.#say(`/v1/runs/${id}/stop`);
      const now = JSON.stringify(shown.data ?? null);
      if (now !== last || !this.#finishing) since = performance.now();
      last = now;
      if (performance.now() - since > STUCK_AFTER_MS) return;
    }
  }

  /** Acts as the person who looks: has a message sent again that a team did not get, or else stops the run. */
  async #seeTo(id: string, job: z.infer<typeof Failed>, place: TeamPlace): Promise<void> {
    const told = toldToTeams(this.#world.site.log, place);
    const wasTold = told.some((text) => isTold(text, job.message_text));
    // What came of calls is told to programs in other words: they cannot find it.
    const maySend = !wasTold && job.origin === 'run' && isUncertain(job.last_error_code);
    if (maySend && (await this.#say(`/v1/jobs/${job.job_id}/retry`))) return;
    await this.#say(`/v1/runs/${id}/stop`);
  }

  /** Returns new failures of this run. Earlier failures in a chat for a run were handled then. */
  #failed(id: string): {
    readonly jobs: readonly z.infer<typeof Failed>[];
    readonly calls: readonly z.infer<typeof FailedCall>[];
  } {
    const isNew = (name: string): boolean => {
      const before = this.#seen.size;
      return this.#seen.add(name).size > before;
    };
    try {
      const database = new Database(this.#world.conductor.databaseFile, { readonly: true });
      try {
        const of = (sql: string): unknown[] => database.prepare<[string]>(sql).all(id);
        return {
          jobs: Failed.array()
            .parse(of(FAILED))
            .filter((job) => isNew(`${job.job_id}.${job.attempt_count}`)),
          calls: FailedCall.array()
            .parse(of(FAILED_CALLS))
            .filter(({ instruction_id }) => isNew(instruction_id)),
        };
      } finally {
        database.close();
      }
    } catch {
      // A full disk, or a conductor that is just starting over: the next look finds it.
      return { jobs: [], calls: [] };
    }
  }

  /** Until somebody has heard it; false: it was refused, as all has gone on meanwhile. */
  async #say(path: string): Promise<boolean> {
    for (;;) {
      const answer = await this.#world.conductor.ask('POST', path);
      if (answer !== null && answer.status < 500) return answer.status < 300;
      await this.#world.clock.sleep(PAUSE_MS);
    }
  }

  async #insist(method: string, path: string, body: object, key?: string): Promise<unknown> {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    for (;;) {
      const answer = await this.#world.conductor.ask(method, path, body, headers);
      if (answer !== null && answer.status < 300) return answer.body;
      if (answer !== null && answer.status < 500)
        throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
      await this.#world.clock.sleep(PAUSE_MS);
    }
  }
}
