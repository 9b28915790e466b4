import { createHash } from 'node:crypto';

import type { agentWish } from '../../../../../shared/api/agents.ts';
import type { Result } from '../../../../../shared/lib/result.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Reader } from '../../../engine/query.ts';
import { type AgentDefinition, DEFAULT_LIMITS } from './agent-definition.ts';
import type * as z from 'zod';
import * as agents from './queries.ts';

/** An agent as it is written in a file or a request. */
export interface WrittenAgent {
  readonly agentId: string;
  readonly wish: z.output<typeof agentWish>;
}

/** A file with an agent, or what is wrong with it. */
export interface AgentFile {
  readonly file: string;
  readonly agent: Result<WrittenAgent, string>;
}

/** Agents that are written in files. */
export interface AgentFiles {
  /** Where a person puts theirs. */
  readonly folder: string;
  builtIn(): Promise<readonly AgentFile[]>;
  own(): Promise<readonly AgentFile[]>;
}

/** An agent that there is, and where it comes from. */
export interface RegisteredAgent {
  readonly definition: AgentDefinition;
  readonly source: 'built_in' | 'file' | 'db';
  /** A hash of the definition. */
  readonly revision: string;
}

/** All agents that there are. */
export interface AgentRegistry {
  /** Lists all agents by id. */
  all(): Promise<readonly RegisteredAgent[]>;
  find(agentId: string): Promise<RegisteredAgent | null>;
  /** Files of which no agent can be made. */
  faults(): Promise<readonly { readonly file: string; readonly fault: string }[]>;
}

/** One that was put by a request wins over a file, and a file over a built-in one of the same id. */
export function createAgentRegistry(read: Reader, files: AgentFiles): AgentRegistry {
  async function all(): Promise<readonly RegisteredAgent[]> {
    const [builtIn, own, put] = await Promise.all([
      files.builtIn(),
      files.own(),
      read.one(agents.agentDefinitions()),
    ]);
    const byId = new Map<string, RegisteredAgent>();
    const add = (definition: AgentDefinition, source: RegisteredAgent['source']) =>
      byId.set(definition.agentId, { definition, source, revision: revisionOf(definition) });
    for (const { agent } of builtIn) if (agent.ok) add(definitionOf(agent.value), 'built_in');
    for (const { agent } of firstOfEach(own)) if (agent.ok) add(definitionOf(agent.value), 'file');
    for (const { definition } of put) add(definition, 'db');
    return [...byId.values()].toSorted((a, b) =>
      a.definition.agentId < b.definition.agentId ? -1 : 1,
    );
  }
  return {
    all,
    find: async (agentId) =>
      (await all()).find(({ definition }) => definition.agentId === agentId) ?? null,
    async faults() {
      const own = firstOfEach(await files.own());
      return own.flatMap(({ file, agent }) => (agent.ok ? [] : [{ file, fault: agent.error }]));
    },
  };
}

/** Returns the definition as written, with defaults for what it left out. */
export function definitionOf({ agentId, wish }: WrittenAgent): AgentDefinition {
  const { kind, description, models, tool_pack_keys, tools, instructions, limits } = wish;
  const usual = DEFAULT_LIMITS[kind];
  const { compression } = wish;
  return {
    agentId,
    kind,
    description,
    models,
    toolPacks: tool_pack_keys,
    tools,
    instructions,
    // It came out of JSON or YAML.
    outputSchema: wish.output_schema as JsonObject | null,
    limits: {
      steps: limits.steps ?? usual.steps,
      toolCalls: limits.tool_calls ?? usual.toolCalls,
      workers: limits.workers ?? usual.workers,
      tokens: limits.tokens ?? usual.tokens,
      workMs: limits.work_ms ?? usual.workMs,
    },
    ...(compression !== null && {
      compression: { keep: compression.keep, minChars: compression.min_chars },
    }),
  };
}

/** Lets the first of files that name the same agent win: the winner must not depend on when each was saved. */
function firstOfEach(files: readonly AgentFile[]): readonly AgentFile[] {
  const firsts = new Map<string, string>();
  return files.map((one): AgentFile => {
    if (!one.agent.ok) return one;
    const { agentId } = one.agent.value;
    const first = firsts.get(agentId);
    firsts.set(agentId, first ?? one.file);
    if (first === undefined) return one;
    return { ...one, agent: { ok: false, error: `name: ${first} has it too: ${agentId}.` } };
  });
}

function revisionOf(definition: AgentDefinition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('base64url').slice(0, 16);
}
