import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { ModelServer, type Said, type WireRequest } from '../../tests/kit/model-server.ts';
import {
  type ConductorUnderLoad,
  startConductorUnderLoad,
} from '../baton/start-conductor-under-load.ts';

type Sent = ResponseOf<'sendMessage'>;

/** A conductor in a process of its own, and a model that answers at once. */
export interface BenchAgents {
  readonly conductor: ConductorUnderLoad;
  /** Returns the model's next words. */
  say: (request: WireRequest, count: number) => Said;
  readonly model: ModelServer;
  ask<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  /** A session; without a name with an agent that may do as much as is asked of it. */
  open(agent?: string): Promise<string>;
  /** Resolves when the turn has its answer. */
  turn(session: string, text: string): Promise<Sent>;
  stop(): Promise<void>;
}

const AGENT = {
  kind: 'orchestrator',
  description: 'Measures.',
  instructions: 'Do as you are told.',
  tools: ['mcp.effects::note', 'conductor::echo'],
  limits: { steps: 1_000, tool_calls: 1_000, tokens: 100_000_000 },
};

/** @param servers Tool servers, by name. */
export async function startAgents(
  servers: Readonly<Record<string, object>> = {},
): Promise<BenchAgents> {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-bench-agents-'));
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  const model = await new ModelServer((request, count) => agents.say(request, count)).start();
  model.configure(dataDir);
  const conductor = await startConductorUnderLoad(dataDir);
  const agents: BenchAgents = {
    conductor,
    model,
    say: () => ({ text: 'Done.' }),
    ask: (method, path, body) => conductor.ask(method, path, body) as Promise<never>,
    async open(agent = 'bench') {
      const body = { agent, model: 'test:small' };
      const { session_id: id } = await agents.ask<{ session_id: string }>(
        'POST',
        '/v1/agent-sessions',
        body,
      );
      return id;
    },
    turn: (session, text) =>
      agents.ask<Sent>(
        'POST',
        `/v1/conversations/${session}/messages?wait=final&timeout_ms=600000`,
        { text },
      ),
    async stop() {
      await conductor.stop();
      model.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const made = await agents.ask<{ code?: string; detail?: string }>(
    'PUT',
    '/v1/agents/bench',
    AGENT,
  );
  if (made.code !== undefined) throw new Error(made.detail);
  return agents;
}

/** Each reply calls a tool with other words, until there were so many; of whichever program asks. */
export function sayNotes(steps: number): (request: WireRequest) => Said {
  return ({ messages, tools = [] }) => {
    const done = messages.filter(({ role }) => role === 'tool').length;
    if (done >= steps) return { text: 'Done.' };
    const run = messages.map(({ content }) => /run-\d+-\d+/.exec(content ?? '')?.[0]).find(Boolean);
    const names = tools.map(({ function: { name } }) => name);
    const name = names.find((one) => one.endsWith('note')) ?? names[0];
    return { calls: [[name ?? '', JSON.stringify({ text: `${run ?? 'step'} ${done}` })]] };
  };
}
