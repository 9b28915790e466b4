import * as z from 'zod';

import { agentId } from '../../shared/api/agent-fields.ts';
import { agentWish } from '../../shared/api/agents.ts';
import { err, ok, type Result } from '../../shared/lib/result.ts';
import type { WrittenAgent } from './features/minds/agents/feature.ts';
import { readFrontMatter } from './front-matter.ts';

/** Names that agents of other programs write for what is there by another name here. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['Task', 'agent::sub-agent'],
  ['Agent', 'agent::sub-agent'],
  ['sub-agent', 'agent::sub-agent'],
  ['time-now', 'conductor::time'],
  ['open-url', 'browser::open-url'],
  ['webFetch', 'web::fetch'],
  ['WebFetch', 'web::fetch'],
]);

/** `mcp__files__read_file`, or `mcp__files` for all tools of that server. */
const MCP_NAME = /^mcp__([a-z0-9-]+(?:_[a-z0-9-]+)*)(?:__([\w-]+))?$/;

const listed = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((names) => names.map((name) => name.trim()).filter((name) => name !== ''));

const { tools: _tools, instructions: _body, ...plainFields } = agentWish.shape;

/** Front matter: the fields of an agent, and those of Claude Code's that mean something here. */
const frontMatter = z.strictObject({
  ...plainFields,
  name: agentId,
  tools: listed.default([]),
  tool_pack_keys: listed.default([]),
  models: listed.default([]),
  model: z.string().optional(),
  color: z.unknown().optional(),
});

/**
 * Reads an agent that is written as Markdown: its fields as YAML between two lines of `---`, then its instructions. Files
 * of Claude Code's form are read as well. What is wrong is told with the field.
 * Source: https://code.claude.com/docs/en/sub-agents, "Write subagent files"
 */
export function readAgentFile(text: string): Result<WrittenAgent, string> {
  const parts = readFrontMatter(text);
  if (!parts.ok) return parts;
  const { fields, body } = parts.value;
  const read = frontMatter.safeParse(fields);
  if (!read.success) return err(faultOf(read.error));
  const { name, color: _, model, models, tools, ...rest } = read.data;
  const named = tools.map(toolNamed);
  const unknown = tools.filter((_tool, at) => named[at] === null);
  if (unknown.length > 0)
    return err(
      `tools: ${unknown.join(', ')}: nothing is called so here. Write target::tool, as mcp.files::read_*; baton tools lists what there is.`,
    );
  const wish = agentWish.safeParse({
    ...rest,
    models: model === undefined || model === 'inherit' ? models : [model, ...models],
    tools: named,
    instructions: body,
  });
  return wish.success ? ok({ agentId: name, wish: wish.data }) : err(faultOf(wish.error));
}

function toolNamed(name: string): string | null {
  if (name.includes('::')) return name;
  const [, server, tool = '*'] = MCP_NAME.exec(name) ?? [];
  return server === undefined ? (ALIASES.get(name) ?? null) : `mcp.${server}::${tool}`;
}

function faultOf({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.map(String).join('.') ?? '';
  return `${path === '' ? '' : `${path}: `}${issue?.message ?? 'is invalid'}.`;
}
