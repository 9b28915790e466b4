import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { insert } from '../../../../../../conductor/src/engine/plan.ts';
import { DEFAULT_LIMITS } from '../../../../../../conductor/src/features/minds/agents/agent-definition.ts';
import type { MemoryWish } from '../../../../../../conductor/src/features/minds/agents/memory/memory-wish.ts';
import type {
  MemoryItem,
  MemoryKind,
} from '../../../../../../conductor/src/features/minds/agents/memory/rows.ts';
import { changeMemory } from '../../../../../../conductor/src/features/minds/agents/memory/steps/change-memory.ts';
import { AGENT_PLATFORM } from '../../../../../../shared/model/agent-platform.ts';
import {
  type ConversationKey,
  conversationKey,
} from '../../../../../../shared/model/conversation-key.ts';
import { CONVERSATION, type LedgerWorld, openLedger } from '../../../../../kit/ledger-world.ts';
import { tempDir } from '../../../../../kit/running-conductor.ts';
import * as memoryQueries from '../../../../../../conductor/src/features/minds/agents/memory/queries.ts';
import * as conversations from '../../../../../../conductor/src/features/heart/conversations/queries.ts';
import { CONVERSATIONS } from '../../../../../../conductor/src/features/heart/conversations/rows.ts';
import { AGENT_SESSIONS } from '../../../../../../conductor/src/features/minds/agents/rows.ts';

const keyOf = (id: string): ConversationKey =>
  conversationKey({ platform: AGENT_PLATFORM, remote_conversation_id: id });

const NOTHING = { goals: [], decisions: [], todos: [], facts: [], open_questions: [] };

const REST = { add: NOTHING, change: [], done: [], reopen: [], remove: [] };

let ledger: LedgerWorld;
let changes = 0;

beforeEach(async () => {
  ledger = openLedger(tempDir(), []);
  onTestFinished(() => ledger.close());
  await open('s1');
});

async function open(id: string): Promise<void> {
  const key = keyOf(id);
  await ledger.write({
    changes: [
      insert(CONVERSATIONS, {
        ...CONVERSATION,
        conversationKey: key,
        platform: AGENT_PLATFORM,
        remoteConversationId: id,
        localConversationId: id,
      }),
      insert(AGENT_SESSIONS, {
        conversationKey: key,
        agentId: 'a',
        definition: {
          agentId: 'a',
          kind: 'orchestrator',
          description: '',
          models: [],
          toolPacks: [],
          tools: [],
          instructions: '',
          outputSchema: null,
          limits: DEFAULT_LIMITS.orchestrator,
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
      }),
    ],
  });
}

async function change(wish: Partial<MemoryWish> & { expectVersion: number }, id = 's1') {
  changes += 1;
  return ledger.store.run(changeMemory, {
    conversationKey: keyOf(id),
    changeId: `change-${changes}`,
    wish: { ...REST, ...wish },
    by: 'agent',
    via: 'tool',
    now: changes,
  });
}

const add = (kind: MemoryKind, text: string, id = 's1', note: string | null = null) =>
  change({ expectVersion: 0, add: { ...NOTHING, [kind]: [{ text, note }] } }, id);

const now = () => ledger.read.one(memoryQueries.memoryNow({ conversationKey: keyOf('s1') }));

async function find(words: string, kinds: readonly MemoryKind[] | null = null): Promise<string[]> {
  const asked = { conversationKey: keyOf('s1'), words, kinds, limit: 9 };
  const found = await ledger.read.one(memoryQueries.memoryFound({ ...asked }));
  return found.map(({ itemId }) => itemId);
}

test('a search finds items that hold all words, in any script and case, of this memory alone', async () => {
  await open('s2');
  await add('facts', '向张三要发票');
  await add('facts', 'The INVOICE of Ann');
  await add('decisions', 'Ann pays, not the invoice');
  await add('facts', 'Ｉｎｖｏｉｃｅ of ann, again', 's1', '给李四');
  await add('facts', 'The invoice of Ann, elsewhere: 发票', 's2');
  expect(await find('发票')).toEqual(['f1']);
  expect(await find('三要')).toEqual(['f1']);
  expect(await find('李四')).toEqual(['f4']);
  expect(await find('"invoice of ann"')).toEqual(['f4', 'f2']);
  expect(await find('ann inv')).toEqual(['f4', 'd3', 'f2']);
  expect(await find('invoice', ['decisions'])).toEqual(['d3']);
  expect(await find('...')).toEqual([]);
  expect(await find('" or f1 NOT x*')).toEqual([]);
});

test('a search finds what an item reads now, and nothing that is taken away', async () => {
  await add('todos', 'Order green tea');
  await add('facts', 'Tea is dear');
  await change({ expectVersion: 2, change: [{ id: 't1', text: 'Order black tea', note: null }] });
  expect(await find('green')).toEqual([]);
  expect(await find('black')).toEqual(['t3']);
  await change({ expectVersion: 3, done: ['t3'] });
  expect(await find('tea')).toEqual(['t3', 'f2']);
  await change({ expectVersion: 4, remove: [{ id: 'f2', why: 'no more' }] });
  expect(await find('tea')).toEqual(['t3']);
});

test('what people search for among messages is no memory', async () => {
  await add('facts', 'zanzibar');
  const page = { limit: 9, after: null };
  const found = await ledger.read.one(
    conversations.search({
      words: 'zanzibar',
      platform: undefined,
      conversation: undefined,
      page,
    }),
  );
  expect(found).toMatchObject({ items: [] });
});

/** Next act of a writer, on whatever items it then finds. */
const act = fc.record({
  what: fc.constantFrom('add', 'change', 'done', 'reopen', 'remove'),
  which: fc.nat(),
  pauses: fc.nat(3),
});

test('eight who add, change, end and take away at once lose no item, and overwrite nothing unseen', async () => {
  const plans = fc.sample(fc.array(act, { minLength: 15, maxLength: 15 }), {
    numRuns: 8,
    seed: 11,
  });
  /** Text of each item that was ever made. */
  const made = new Map<string, string>();
  /** End of each item that is shown no more. */
  const left = new Map<string, 'superseded' | 'removed'>();
  let conflicts = 0;

  async function write(writer: number, plan: (typeof plans)[number]): Promise<void> {
    for (const [turn, { what, which, pauses }] of plan.entries()) {
      const { memory, items } = await now();
      for (let pause = 0; pause < pauses; pause += 1)
        await new Promise((resolve) => void setImmediate(resolve));
      const fitting = items.filter((item) => fits(item, what));
      const item = fitting[which % Math.max(1, fitting.length)];
      const text = `by ${writer} at ${turn}`;
      const expectVersion = memory?.version ?? 0;
      if (item === undefined || what === 'add') {
        const added = await add('todos', text);
        if (!added.ok) throw new Error(added.error.text);
        made.set(added.value.added[0] ?? '', text);
        continue;
      }
      const { itemId: id } = item;
      const wish: Partial<MemoryWish> =
        what === 'change'
          ? { change: [{ id, text, note: null }] }
          : what === 'remove'
            ? { remove: [{ id, why: text }] }
            : { [what]: [id] };
      const done = await change({ expectVersion, ...wish });
      if (!done.ok) {
        expect(done.error.code).toBe('memory_conflict');
        conflicts += 1;
      } else if (what === 'change') {
        made.set(done.value.replaced[id] ?? '', text);
        left.set(id, 'superseded');
      } else if (what === 'remove') left.set(id, 'removed');
    }
  }
  await Promise.all(plans.map((plan, writer) => write(writer, plan)));

  expect(conflicts).toBeGreaterThan(0);
  const rows = ledger.rows<{ id: string; text: string; status: string }>(
    'select item_id as id, text, status from memory_items',
  );
  expect(Object.fromEntries(rows.map(({ id, text }) => [id, text]))).toEqual(
    Object.fromEntries(made),
  );
  for (const { id, status } of rows)
    expect([id, status]).toEqual([id, left.get(id) ?? expect.stringMatching(/^(active|done)$/)]);
  const { items } = await now();
  expect(await find('by')).toHaveLength(Math.min(9, items.length));
});

function fits({ status }: MemoryItem, what: string): boolean {
  if (what === 'done') return status === 'active';
  if (what === 'reopen') return status === 'done';
  return true;
}
