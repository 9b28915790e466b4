import { expect, test } from 'vitest';

import type { ToolPackKey } from '../../../../../conductor/src/features/minds/agents/agent-definition.ts';
import {
  mayKnow,
  type RunMode,
} from '../../../../../conductor/src/features/minds/agents/tool-packs.ts';

const knows = (
  tool: string,
  {
    packs = [],
    tools = [],
    kind = 'orchestrator',
    mode = 'normal',
    readOnly = false,
  }: {
    readonly packs?: readonly ToolPackKey[];
    readonly tools?: readonly string[];
    readonly kind?: 'orchestrator' | 'worker';
    readonly mode?: RunMode;
    readonly readOnly?: boolean;
  },
) => mayKnow({ kind, toolPacks: packs, tools }, mode, { id: tool, readOnly });

test('an agent knows what its packs and patterns name, and nothing else', () => {
  const of = { packs: ['pack:worker-project'], tools: ['conductor::time'] } as const;
  expect(knows('mcp.projects::create', of)).toBe(true);
  expect(knows('conductor::time', of)).toBe(true);
  expect(knows('conductor::artifact.read', of)).toBe(true);
  expect(knows('mcp.files::read', of)).toBe(false);
  expect(knows('conductor::timer', of)).toBe(false);
});

test('research knows tools of servers that change nothing', () => {
  const packs = ['pack:worker-research'] as const;
  expect(knows('mcp.files::read', { packs, readOnly: true })).toBe(true);
  expect(knows('mcp.files::write', { packs })).toBe(false);
});

test('where neither packs nor patterns are named, all are known; of a worker all but asking others', () => {
  expect(knows('mcp.files::write', {})).toBe(true);
  expect(knows('agent::sub-agent', {})).toBe(true);
  expect(knows('agent::sub-agent', { kind: 'worker' })).toBe(false);
  expect(knows('agent::sub-agent', { kind: 'worker', tools: ['*::*'] })).toBe(false);
  expect(knows('agent::sub-agent', { kind: 'worker', tools: ['agent::sub-agent'] })).toBe(true);
});

test('a mode takes away, and never gives', () => {
  const packs = ['pack:ui-control'] as const;
  expect(knows('browser::open-url', { packs })).toBe(true);
  expect(knows('browser::open-url', { packs, mode: 'readonly', readOnly: true })).toBe(false);
  expect(knows('conductor::time', { mode: 'readonly', readOnly: true })).toBe(true);
  expect(knows('conductor::artifact.list', { mode: 'settings' })).toBe(true);
  expect(knows('mcp.files::read', { mode: 'settings', readOnly: true })).toBe(false);
  expect(knows('conductor::time', { packs, mode: 'settings' })).toBe(false);
});
