import { expect, test } from 'vitest';

import { DEFAULT_LIMITS } from '../../../../../conductor/src/features/minds/agents/agent-definition.ts';
import {
  type PromptWorld,
  systemPrompt,
} from '../../../../../conductor/src/features/minds/agents/system-prompt.ts';
import {
  type SubTask,
  taskPrompt,
} from '../../../../../conductor/src/features/minds/agents/task-prompt.ts';
import { WORKER_RESULT } from '../../../../../conductor/src/features/minds/agents/worker-result.ts';

const GOLDEN = '../../../../fixtures/agents';

const WORLD: PromptWorld = {
  definition: {
    agentId: 'lead',
    kind: 'orchestrator',
    description: 'Leads.',
    models: [],
    toolPacks: ['pack:orchestrator-base'],
    tools: [],
    instructions: 'You lead.',
    outputSchema: null,
    limits: DEFAULT_LIMITS.orchestrator,
  },
  tools: [
    { name: 'agent::sub-agent', asks: false, cost: null },
    { name: 'mcp.files::write', asks: true, cost: 'slow' },
  ],
  workers: [
    { agentId: 'research', description: 'Finds things out.' },
    { agentId: 'time', description: 'Tells the time.' },
  ],
  runMode: 'normal',
  askedBy: [],
  isAsked: false,
  left: null,
  now: Date.UTC(2026, 10, 23),
};

const WORKER: PromptWorld = {
  ...WORLD,
  definition: {
    ...WORLD.definition,
    agentId: 'research',
    kind: 'worker',
    instructions: 'You find out.',
    limits: DEFAULT_LIMITS.worker,
  },
  tools: [],
  runMode: 'readonly',
  askedBy: ['conversation-1', 'session-2'],
  isAsked: true,
};

const TASK: SubTask = {
  task: 'Find out when the bridge was built.',
  scope: 'the bridge',
  stopCondition: 'Two sources agree.',
  allowedTools: ['mcp.files::read'],
  budget: { steps: 5, toolCalls: 10, tokens: 50_000 },
  outputSchema: WORKER_RESULT,
};

const text = (world: PromptWorld) =>
  `${systemPrompt(world)
    .map((section) => section.text)
    .join('\n\n')}\n`;

test('what an orchestrator is told', () =>
  expect(text(WORLD)).toMatchFileSnapshot(`${GOLDEN}/orchestrator-prompt.txt`));

test('what a worker is told whom another agent asked', () =>
  expect(text(WORKER)).toMatchFileSnapshot(`${GOLDEN}/worker-prompt.txt`));

test('what a worker is asked', () =>
  expect(`${taskPrompt(TASK)}\n`).toMatchFileSnapshot(`${GOLDEN}/task-prompt.txt`));

test('what stays the same from call to call comes first, and little that is left is told last', () => {
  const left = { ...DEFAULT_LIMITS.orchestrator, toolCalls: 2 };
  const later = systemPrompt({ ...WORLD, left, now: WORLD.now + 86_400_000 });
  const first = systemPrompt(WORLD);
  const stable = first.filter((section) => section.stable);
  expect(first.slice(0, stable.length)).toEqual(stable);
  expect(later.slice(0, stable.length)).toEqual(stable);
  expect(later.at(-1)).toMatchObject({
    name: 'Left',
    text: expect.stringContaining('2 tool calls'),
  });
  expect(first.map(({ name }) => name)).not.toContain('Left');
});
