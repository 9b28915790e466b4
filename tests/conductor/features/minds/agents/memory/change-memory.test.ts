import { expect, test } from 'vitest';

import { AGENT_PLATFORM } from '../../../../../../shared/model/agent-platform.ts';
import { conversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { DEFAULT_LIMITS } from '../../../../../../conductor/src/features/minds/agents/agent-definition.ts';
import type { AgentSession } from '../../../../../../conductor/src/features/minds/agents/rows.ts';
import { memoryText } from '../../../../../../conductor/src/features/minds/agents/memory/memory-text.ts';
import type { MemoryWish } from '../../../../../../conductor/src/features/minds/agents/memory/memory-wish.ts';
import type { MemoryNow } from '../../../../../../conductor/src/features/minds/agents/memory/queries.ts';
import type { MemoryItem } from '../../../../../../conductor/src/features/minds/agents/memory/rows.ts';
import { changeMemory } from '../../../../../../conductor/src/features/minds/agents/memory/steps/change-memory.ts';

const KEY = conversationKey({ platform: AGENT_PLATFORM, remote_conversation_id: 's1' });

function session(kind: 'orchestrator' | 'worker'): AgentSession {
  return {
    conversationKey: KEY,
    agentId: 'a',
    definition: {
      agentId: 'a',
      kind,
      description: '',
      models: [],
      toolPacks: [],
      tools: [],
      instructions: '',
      outputSchema: null,
      limits: DEFAULT_LIMITS[kind],
    },
    modelRef: 'test:small',
    runMode: 'normal',
    parentInstructionId: null,
    headMessageId: null,
    tokensIn: 0,
    tokensOut: 0,
    createdAt: 1,
    updatedAt: 1,
    version: 1,
  };
}

const facts = (...texts: readonly string[]): MemoryWish => ({
  expectVersion: 0,
  add: {
    goals: [],
    decisions: [],
    todos: [],
    facts: texts.map((text) => ({ text, note: null })),
    open_questions: [],
  },
  change: [],
  done: [],
  reopen: [],
  remove: [],
});

const EMPTY: MemoryNow = { memory: null, items: [] };

const decide = (
  now: MemoryNow,
  wish: MemoryWish,
  {
    by = 'agent',
    kind = 'orchestrator',
  }: { by?: 'agent' | 'person'; kind?: 'orchestrator' | 'worker' } = {},
) =>
  changeMemory.decide(
    { session: session(kind), stream: null, now, named: [] },
    { conversationKey: KEY, changeId: 'c1', wish, by, via: 'tool', now: 5 },
  );

const item = (itemId: string, text: string, over: Partial<MemoryItem> = {}): MemoryItem => ({
  itemKey: `${KEY}#${itemId}`,
  itemId,
  conversationKey: KEY,
  kind: 'facts',
  text,
  note: null,
  status: 'active',
  supersededBy: null,
  changedBy: 'agent',
  why: null,
  changedIn: 1,
  createdAt: 1,
  updatedAt: 1,
  version: 1,
  ...over,
});

const memoryOf = (
  items: readonly MemoryItem[],
  recentChanges: readonly string[] = [],
): MemoryNow => ({
  memory: { conversationKey: KEY, nextNumber: 9, recentChanges, updatedAt: 1, version: 1 },
  items,
});

test('a change that is made again after a crash changes nothing', () => {
  const first = decide(EMPTY, facts('Once.'));
  expect(first.outcome).toMatchObject({ ok: true, value: { version: 1, added: ['f1'] } });
  const [made] = first.plan.changes;
  expect(made).toMatchObject({ table: 'memories', row: { recentChanges: ['c1'], nextNumber: 2 } });
  const again = decide(memoryOf([item('f1', 'Once.')], ['c1']), facts('Once.'));
  expect(again).toMatchObject({ plan: { changes: [], events: [] }, outcome: { ok: true } });
});

test('an agent that works for others writes no memory; a person may write there', () => {
  expect(decide(EMPTY, facts('Mine.'), { kind: 'worker' }).outcome).toMatchObject({
    ok: false,
    error: { code: 'action_denied' },
  });
  expect(decide(EMPTY, facts('Mine.'), { kind: 'worker', by: 'person' }).outcome.ok).toBe(true);
});

test('a memory that is full takes nothing more', () => {
  const full = memoryOf(Array.from({ length: 500 }, (_, at) => item(`f${at}`, 'x')));
  expect(decide(full, facts('One more.')).outcome).toMatchObject({
    ok: false,
    error: { code: 'quota_exceeded' },
  });
});

test('a model is told of goals, todos and questions first, the newest of each, and of so much at most', () => {
  const long = 'y'.repeat(900);
  const text = memoryText(
    memoryOf([
      ...Array.from({ length: 10 }, (_, at) => item(`f${at}`, `${at} ${long}`)),
      item('g10', 'Order tea', { kind: 'goals' }),
      item('t11', 'Done already', { kind: 'todos', status: 'done' }),
      item('q12', 'Which tea?', { kind: 'open_questions', note: 'Ann asks' }),
    ]),
  );
  const lines = text?.split('\n') ?? [];
  expect(lines.slice(2, 6)).toEqual([
    'Goals',
    '- g10 Order tea',
    'Open questions',
    '- q12 Which tea? (Ann asks)',
  ]);
  expect(lines[7]).toContain('- f9 9 yyy');
  expect(lines.at(-2)).toBe('(4 more; find them with memory::search)');
  expect(text?.length).toBeLessThan(6_300);
  expect(text).not.toContain('Done already');
});
