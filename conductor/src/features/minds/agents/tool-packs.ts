import { fitsGlob } from '../../../../../shared/lib/glob.ts';
import type { AgentDefinition, ToolPackKey } from './agent-definition.ts';

/**
 * Mode that limits a session with an agent: `normal`, whatever its agent may; `readonly`, nothing that changes
 * anything; `settings`, only Baton's own.
 */
export type RunMode = 'normal' | 'readonly' | 'settings';

/** A tool, as far as it decides who may know of it. */
export interface KnowableTool {
  /** `target::tool`. */
  readonly id: string;
  readonly readOnly: boolean;
}

type KnowingAgent = Pick<AgentDefinition, 'kind' | 'toolPacks' | 'tools' | 'allowedTools'>;

interface PackEntry {
  readonly pattern: string;
  /** Only tools of it that change nothing. */
  readonly readOnly?: true;
  /** Only in that mode. */
  readonly mode?: RunMode;
}

/** Tools that belong together, by the name of their pack. What a person is asked about is the policy's matter. */
const TOOL_PACKS: Readonly<Record<ToolPackKey, readonly PackEntry[]>> = {
  'pack:orchestrator-base': [
    { pattern: 'agent::sub-agent' },
    { pattern: 'memory::*' },
    { pattern: 'conductor::describe' },
    { pattern: 'conductor::time' },
    { pattern: 'conductor::artifact.*' },
    { pattern: 'conversation::list' },
    { pattern: 'browser::tabs' },
    { pattern: 'skill::*' },
  ],
  'pack:worker-research': [
    { pattern: 'web::fetch' },
    { pattern: 'mcp.*::*', readOnly: true },
    { pattern: 'conductor::artifact.*' },
    { pattern: 'skill::*' },
  ],
  'pack:worker-project': [
    { pattern: 'mcp.projects::*' },
    { pattern: 'conductor::artifact.*' },
    { pattern: 'skill::*' },
  ],
  'pack:ui-control': [{ pattern: 'browser::open-url', mode: 'normal' }],
  'pack:chats': [{ pattern: 'conversation::*' }],
};

/** Another agent is asked by this one. Workers may not, unless they name it. */
export const SUB_AGENT = 'agent::sub-agent';

/** May a session with that agent, in that mode, know of the tool? What it may not is not offered, and unknown if called. */
export function mayKnow(
  { kind, toolPacks, tools, allowedTools }: KnowingAgent,
  mode: RunMode,
  tool: KnowableTool,
): boolean {
  if (!modeLets(mode, tool)) return false; // guard: agent-run-mode
  // guard: sub-agent-tools
  if (allowedTools?.some((pattern) => fitsGlob(pattern, tool.id)) === false) return false;
  if (kind === 'worker' && tool.id === SUB_AGENT) return tools.includes(SUB_AGENT);
  if (toolPacks.length === 0 && tools.length === 0) return true;
  const entries: readonly PackEntry[] = [
    ...toolPacks.flatMap((key) => TOOL_PACKS[key]),
    ...tools.map((pattern) => ({ pattern })),
  ];
  return entries.some(
    (entry) =>
      fitsGlob(entry.pattern, tool.id) &&
      (entry.readOnly === undefined || tool.readOnly) && // guard: agent-read-only-pack
      (entry.mode === undefined || entry.mode === mode),
  );
}

function modeLets(mode: RunMode, { id, readOnly }: KnowableTool): boolean {
  switch (mode) {
    case 'normal':
      return true;
    case 'readonly':
      return readOnly;
    case 'settings':
      return /^(conductor|memory)::/.test(id);
  }
}
