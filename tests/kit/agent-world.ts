import { expect, onTestFinished } from 'vitest';

import type { AnyFeature } from '../../conductor/src/features.ts';
import type { ResponseOf } from '../../shared/api/operations.ts';
import { ModelServer, type Said, type WireRequest } from './model-server.ts';
import { runConductor, type RunningConductor, tempDir } from './running-conductor.ts';

export type Run = ResponseOf<'getAgentRun'>;
export type Sent = ResponseOf<'sendMessage'>;

/** A conductor with a model that says what the test has it say. */
export interface AgentWorld {
  readonly conductor: RunningConductor;
  readonly model: ModelServer;
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** A session with the agent, by id. */
  readonly open: (agent?: string) => Promise<string>;
  readonly say: (session: string, text: string) => Promise<Sent>;
  readonly runOf: (id: string) => Promise<Run>;
  /** Resolves when the run stands so. */
  readonly until: (id: string, status: Run['status']) => Promise<Run>;
}

export async function agentWorld(
  say: (request: WireRequest, count: number) => Said,
  {
    dataDir = tempDir(),
    now,
    features,
    endpoint,
  }: {
    readonly dataDir?: string;
    readonly now?: () => number;
    /** Default: all there are. */
    readonly features?: readonly AnyFeature[];
    /** More of the model's entry in models.json. */
    readonly endpoint?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<AgentWorld> {
  const model = await new ModelServer(say).start();
  onTestFinished(() => model.stop());
  model.configure(dataDir, endpoint);
  const conductor = await runConductor({}, dataDir, {
    ...(now !== undefined && { now }),
    ...(features !== undefined && { features }),
  });
  const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
    (await conductor.admin(method, path, body)).json() as Promise<Answer>;
  const runOf = (id: string) => ask<Run>('GET', `/v1/agent-runs/${id}`);
  return {
    conductor,
    model,
    ask,
    runOf,
    async open(agent = 'assistant') {
      const body = { agent, model: 'test:small' };
      return (await ask<{ session_id: string }>('POST', '/v1/agent-sessions', body)).session_id;
    },
    say: (session, text) =>
      ask<Sent>('POST', `/v1/conversations/${session}/messages?wait=final`, { text }),
    async until(id, status) {
      await expect.poll(async () => (await runOf(id)).status).toBe(status);
      return runOf(id);
    },
  };
}

const last = ({ messages }: WireRequest) => messages.at(-1);

/** Calls the tool on a turn of the person, and answers with its result. */
export const withTool =
  (name: string, input: string) =>
  (request: WireRequest): Said =>
    last(request)?.role === 'user'
      ? { text: 'I look.', calls: [[name, input]] }
      : { text: `It says ${last(request)?.content ?? ''}` };
