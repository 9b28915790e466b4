import { expect, it } from 'vitest';

import { findActions } from '../../../../../../conductor/src/features/heart/actions/find-actions.ts';
import { briefingText } from '../../../../../../conductor/src/features/heart/actions/tools/briefing.ts';
import type { TargetView } from '../../../../../../conductor/src/features/heart/actions/tools/manual.ts';
import type { Tool } from '../../../../../../conductor/src/features/heart/actions/tools/tool.ts';
import type { PolicyDecision } from '../../../../../../conductor/src/features/heart/policy/rows.ts';

const DECISIONS: Readonly<Record<string, PolicyDecision>> = { '!': 'ask', '-': 'deny' };

function target(name: string, tools: readonly string[], down: string | null = null): TargetView {
  const judged = tools.map((one) => ({
    tool: { name: one.replace(/[!-]$/, '') } as Tool,
    decision: DECISIONS[one.at(-1) ?? ''] ?? 'run',
    changed: null,
  }));
  return { target: name, tools: judged, down };
}

it('names what may be used and what asks first, and nothing that is denied', () => {
  const text = briefingText([
    target('conductor', ['describe', 'time']),
    target('mcp.files', ['read_file', 'write_file!', 'delete_file-']),
    target('mcp.mail', ['send-']),
    target('mcp.slow', [], 'it is still starting'),
  ]);
  expect(text).toContain('\n@conductor:: describe, time\n');
  expect(text).toContain('\n@mcp.files:: read_file, write_file!\n');
  expect(text).toContain('\n@mcp.slow:: (not running now)\n');
  expect(text).not.toMatch(/delete_file|mcp\.mail/);
});

it('is short enough for any site, however many tools there are', () => {
  const names = Array.from({ length: 300 }, (_, n) => `a_tool_with_a_rather_long_name_${n}`);
  const many = Array.from({ length: 100 }, (_, n) => target(`mcp.server-${n}`, names));
  const text = briefingText(many);
  expect(text.length).toBeLessThan(2_000);
  expect(text).toMatch(/and 288 more\n/);
  expect(text).toMatch(/and \d+ more targets\n/);
});

it('shows an action that an assistant may repeat without anyone being asked', () => {
  expect(findActions(briefingText([]))).toEqual([
    { ok: true, target: 'conductor', tool: 'describe', paramsJson: '{}' },
  ]);
});
