import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Status = z.object({
  clients: z.array(
    z.object({
      client_id: z.string(),
      connected: z.boolean(),
      browser: z.object({ name: z.string() }),
    }),
  ),
  /** Statuses no job has are left out. */
  jobs: z.partialRecord(
    z.enum(['pending', 'dispatched', 'acked', 'retry_wait', 'finalized', 'failed']),
    z.number(),
  ),
});

const Conversations = z.object({
  items: z.array(
    z.object({
      local_conversation_id: z.string(),
      platform: z.string(),
      remote_conversation_id: z.string(),
      mode: z.string(),
    }),
  ),
});

export type ConductorStatus = z.infer<typeof Status> & {
  /** The latest touched. */
  readonly conversations: z.infer<typeof Conversations>['items'];
};

const PairingOffer = z.object({ code: z.string(), link: z.url(), expires_at: z.number() });

const FaceLink = z.object({ url: z.url() });

/** A one-time way in: six digits for the popup, or a link for the browser that shall be paired. */
export type PairingOffer = z.infer<typeof PairingOffer>;

const Sent = z.object({ job: z.object({ job_id: z.string() }) });

const AgentSession = z.object({ session_id: z.string() });

const AgentRun = z.object({
  status: z.string(),
  error: z.object({ code: z.string(), text: z.string() }).nullable(),
  reply: z.string().nullable(),
  steps: z.array(z.object({ calls: z.array(z.object({ name: z.string(), status: z.string() })) })),
});

export type AgentRun = z.infer<typeof AgentRun>;

const Teams = z.object({
  items: z.array(z.object({ team_id: z.string(), roles: z.array(z.object({ role: z.string() })) })),
});

/** Template of each role of a team. */
type Templates = Readonly<Record<string, string>>;

const StartedRun = z.object({ run_id: z.string() });

const Run = z.object({
  status: z.string(),
  phase_line: z.string(),
  workers: z.array(z.unknown()),
  plan: z.array(z.object({ status: z.string() })),
  report: z.array(z.object({ text: z.string() })),
});

type Run = z.infer<typeof Run>;

const Problem = z.object({ code: z.string(), detail: z.string() });

/** Requests of the person's own programs to a running conductor. Every method throws with the conductor's own words. */
export interface ConductorAdmin {
  readonly url: string;
  status(): Promise<ConductorStatus>;
  offerPairing(): Promise<PairingOffer>;
  /** A link that signs one browser in to the web UI, for a minute. */
  makeFaceLink(): Promise<string>;
  setMode(localConversationId: string, mode: 'auto' | 'manual' | 'paused'): Promise<void>;
  /** Has a message delivered; resolves with the id of its delivery once it is on its way. */
  send(localConversationId: string, text: string): Promise<string>;
  /** Begins a conversation with an agent; resolves with its id. */
  openAgent(agent: string, model: string): Promise<string>;
  /** The run that a message to an agent began, as it is after so many milliseconds at most. */
  agentRun(jobId: string, waitMs: number): Promise<AgentRun>;
  /** Has a team work on a goal, by a plan that nobody has to accept; resolves with the id of the run. */
  startRun(team: string, goal: string, templates: Templates): Promise<string>;
  /** Roles of a team. */
  rolesOf(team: string): Promise<readonly string[]>;
  run(runId: string): Promise<Run>;
}

/** Speaks to the conductor at `url` with the secret it keeps in `dataDir`, which must exist: the conductor makes it. */
export function connectConductorAdmin(url: string, dataDir: string): ConductorAdmin {
  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim();

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const problem = Problem.safeParse(answer).data;
    throw new Error(
      `The conductor answered ${method} ${path} with ` +
        (problem ? `${problem.code}: ${problem.detail}` : `status ${response.status}.`),
    );
  }

  return {
    url,
    async status() {
      const [status, listed] = await Promise.all([
        ask('GET', '/v1/status'),
        ask('GET', '/v1/conversations?limit=200'),
      ]);
      return { ...Status.parse(status), conversations: Conversations.parse(listed).items };
    },
    offerPairing: async () => PairingOffer.parse(await ask('POST', '/v1/pairing/codes')),
    makeFaceLink: async () => FaceLink.parse(await ask('POST', '/v1/face/links', {})).url,
    setMode: async (localConversationId, mode) => {
      const id = encodeURIComponent(localConversationId);
      await ask('PUT', `/v1/conversations/${id}/mode`, { mode });
    },
    send: async (localConversationId, text) => {
      const id = encodeURIComponent(localConversationId);
      return Sent.parse(await ask('POST', `/v1/conversations/${id}/messages`, { text })).job.job_id;
    },
    openAgent: async (agent, model) =>
      AgentSession.parse(await ask('POST', '/v1/agent-sessions', { agent, model })).session_id,
    agentRun: async (jobId, waitMs) =>
      AgentRun.parse(await ask('GET', `/v1/agent-runs/${jobId}?wait=${waitMs}`)),
    startRun: async (team, goal, templates) => {
      const body = { team, goal, templates, unreviewed: true };
      return StartedRun.parse(await ask('POST', '/v1/runs', body)).run_id;
    },
    rolesOf: async (team) => {
      const { items } = Teams.parse(await ask('GET', '/v1/teams'));
      const found = items.find(({ team_id: id }) => id === team);
      if (found === undefined)
        throw new Error(
          `There is no team ${team}; there are ${items.map((one) => one.team_id).join(', ')}.`,
        );
      return found.roles.map(({ role }) => role);
    },
    run: async (runId) => Run.parse(await ask('GET', `/v1/runs/${runId}`)),
  };
}
