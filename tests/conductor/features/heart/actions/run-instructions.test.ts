import { describe, expect, it, onTestFinished } from 'vitest';

import type { JsonObject } from '../../../../../conductor/src/baa/json-value.ts';
import { insert } from '../../../../../conductor/src/engine/plan.ts';
import { NotCommitted } from '../../../../../conductor/src/engine/step.ts';
import {
  type Instruction,
  INSTRUCTIONS,
} from '../../../../../conductor/src/features/heart/actions/rows.ts';
import { conversationKey } from '../../../../../shared/model/conversation-key.ts';
import {
  ANCHOR,
  CONVERSATION,
  INSTRUCTION,
  KEY,
  type LedgerWorld,
  openLedger,
  quiet,
} from '../../../../kit/ledger-world.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';
import { type StagedTools, stagedTools } from '../../../../kit/staged-tools.ts';
import {
  CONVERSATIONS,
  MESSAGE_ANCHORS,
} from '../../../../../conductor/src/features/heart/conversations/rows.ts';
import { instructionCancelled } from '../../../../../conductor/src/features/heart/actions/effects.ts';
import {
  mergeConversation,
  deleteConversation,
} from '../../../../../conductor/src/features/heart/conversations/changes.ts';
import { conversationMerged } from '../../../../../conductor/src/features/heart/conversations/effects.ts';

type Action = readonly [string, JsonObject];

const look = (name: string): Action => ['look', { name }];

const change = (name: string): Action => ['change', { name }];

function world(options: Parameters<typeof openLedger>[2] = {}): LedgerWorld & StagedTools {
  const staged = stagedTools();
  const ledger = openLedger(tempDir(), staged.tools, { stopGraceMs: 50, ...options });
  onTestFinished(() => ledger.close());
  return { ...ledger, ...staged };
}

/** The conversation and its reply, with actions as they stand after a crash. */
async function leftBehind(
  { write }: LedgerWorld,
  ...rows: readonly Partial<Instruction>[]
): Promise<void> {
  await write({
    changes: [
      insert(CONVERSATIONS, CONVERSATION),
      insert(MESSAGE_ANCHORS, ANCHOR),
      ...rows.map((row, position) =>
        insert(INSTRUCTIONS, {
          ...INSTRUCTION,
          instructionId: `reply.${position}`,
          position,
          tool: 'change',
          paramsJson: JSON.stringify({ name: `call ${position}` }),
          ...row,
        }),
      ),
    ],
  });
}

describe('the actions of a reply', () => {
  it('are written down as running before their tool starts', async () => {
    const { reply, untilBegun, statuses } = world();
    await reply(change('a'), change('b'));
    await untilBegun(1);
    expect(statuses()).toEqual(['running', 'ready']);
  });

  it('begin too where their judgement was written later than it was asked for', async () => {
    let refusals = 1;
    const { reply, untilBegun, finish, deliveries } = world({
      beforeStep(name) {
        if (name !== 'judge instruction' || refusals === 0) return;
        refusals -= 1;
        throw new NotCommitted('The database is locked.');
      },
    });
    await reply(change('a'));
    await untilBegun(1);
    finish('a');
    await expect.poll(deliveries).toHaveLength(1);
    expect(refusals).toBe(0);
  });

  it('run once each, however often the runner is told of them', async () => {
    const { runner, reply, untilBegun, finish, begun, deliveries } = world();
    await reply(change('a'), change('b'));
    runner.run('reply');
    await untilBegun(1);
    runner.run('reply');
    await quiet();
    expect(begun).toEqual(['a']);
    finish('a');
    await untilBegun(2);
    runner.run('reply');
    finish('b');
    await expect.poll(deliveries).toHaveLength(1);
    expect(begun).toEqual(['a', 'b']);
  });

  it('run side by side as long as they change nothing', async () => {
    const { reply, untilBegun, begun } = world();
    await reply(look('a'), look('b'), change('c'), look('d'));
    await untilBegun(2);
    await quiet();
    expect(begun.toSorted()).toEqual(['a', 'b']);
  });

  it('that change something wait for all before them, and all after wait for those', async () => {
    const { reply, untilBegun, finish, begun, ended, deliveries } = world();
    await reply(look('a'), look('b'), change('c'), look('d'), change('e'));
    await untilBegun(2);
    finish('b');
    await expect.poll(() => ended).toEqual(['b']);
    await quiet();
    expect(begun).not.toContain('c');
    finish('a');
    await untilBegun(3);
    expect(begun.at(-1)).toBe('c');
    finish('c');
    await untilBegun(4);
    expect(begun.at(-1)).toBe('d');
    finish('d');
    await untilBegun(5);
    finish('e');
    await expect.poll(deliveries).toHaveLength(1);
    expect(deliveries()[0]?.match(/^\w done$/gm)).toEqual([
      'a done',
      'b done',
      'c done',
      'd done',
      'e done',
    ]);
  });

  it('do not pass by one that waits for a person and would change something', async () => {
    const { reply, untilBegun, finish, begun, statuses } = world();
    await reply(look('a'), ['ask', { name: 'b' }], look('c'));
    await untilBegun(1);
    finish('a');
    await expect.poll(statuses).toEqual(['succeeded', 'awaiting_approval', 'ready']);
    await quiet();
    expect(begun).toEqual(['a']);
  });

  it('run at most eight at once, and all in the end', async () => {
    const { reply, untilBegun, finish, statuses, deliveries, begun } = world();
    const names = Array.from({ length: 20 }, (_, index) => `call ${index}`);
    await reply(...names.map(look));
    await untilBegun(8);
    await expect.poll(() => statuses().filter((one) => one === 'running')).toHaveLength(8);
    await quiet();
    expect(begun).toHaveLength(8);
    for (const name of names) finish(name);
    await expect.poll(deliveries).toHaveLength(1);
    expect(begun.toSorted()).toEqual(names.toSorted());
  });

  it('of many replies run at most 32 at once, not counting those that wait for others', async () => {
    const { write, runner, untilBegun, finish, begun, rows } = world();
    const replies = Array.from({ length: 12 }, (_, index) => `reply-${index}`);
    await write({
      changes: [
        insert(CONVERSATIONS, CONVERSATION),
        ...replies.flatMap((anchorId, index) => [
          insert(MESSAGE_ANCHORS, { ...ANCHOR, anchorId, assistantMessageId: anchorId }),
          ...[0, 1, 2, 3].map((position) =>
            insert(INSTRUCTIONS, {
              ...INSTRUCTION,
              instructionId: `${anchorId}.${position}`,
              anchorId,
              position,
              tool: index < 2 ? 'wait' : 'look',
              readOnly: true,
              status: 'ready',
              paramsJson: JSON.stringify({ name: `${anchorId}.${position}` }),
            }),
          ),
        ]),
      ],
    });
    for (const anchorId of replies) runner.run(anchorId);
    await untilBegun(8 + 32);
    const running = () => rows(`select * from instructions where status = 'running'`).length;
    await expect.poll(running).toBe(40);
    await quiet();
    expect(begun).toHaveLength(40);
    for (const anchorId of replies)
      for (const position of [0, 1, 2, 3]) finish(`${anchorId}.${position}`);
    await expect.poll(() => rows('select * from delivery_jobs')).toHaveLength(12);
  });

  it('that cannot run are answered without being asked about', async () => {
    const { reply, deliveries, statuses } = world();
    await reply('nothing', ['change', { nme: 'x' }], ['ask', {}]);
    await expect.poll(deliveries).toHaveLength(1);
    expect(statuses()).toEqual([
      'failed:unknown_tool',
      'failed:invalid_params',
      'failed:invalid_params',
    ]);
    expect(deliveries()[0]).toContain('params.name: ');
  });

  it('make the delivery in the commit of the last result', async () => {
    const { reply, rows, runner, finish, untilBegun } = world();
    await reply(change('a'));
    await untilBegun(1);
    finish('a');
    await expect.poll(() => rows('select * from delivery_jobs')).toHaveLength(1);
    runner.run('reply');
    expect(rows('select status, dedupe_key from delivery_jobs')).toEqual([
      { status: 'pending', dedupe_key: 'results:reply' },
    ]);
  });

  it('fail with the reason when the tool throws', async () => {
    const { reply, statuses, runner, untilBegun, deliveries } = world();
    await reply(change('a'));
    await untilBegun(1);
    await runner.cancel('reply.0');
    expect(statuses()).toEqual(['failed:cancelled']);
    expect(deliveries()[0]).toContain('it may have taken effect in part');
  });

  it('hear of a cancellation between their beginning and their call', async () => {
    const { write, reply, runner, aborted, statuses } = world({
      beforeStep(name) {
        if (name !== 'begin instructions') return;
        // Asked for in the same turn, it shares the commit of the beginning.
        void write({ effects: [instructionCancelled({ instructionId: 'reply.0' })] });
      },
    });
    await reply(change('a'));
    await expect.poll(statuses).toEqual(['failed:cancelled']);
    await runner.stop();
    expect(aborted).toEqual([]);
  });

  it('hear of no cancellation that came when none of them was to begin', async () => {
    const { reply, runner, untilBegun, finish, statuses } = world();
    await runner.cancel('reply.0');
    await reply(change('a'));
    await untilBegun(1);
    finish('a');
    await expect.poll(statuses).toEqual(['succeeded']);
  });
});

describe('the mode of the conversation', () => {
  it.each(['paused', 'manual'] as const)(
    '%s lets reads end and begins nothing that changes something, until it is auto again',
    async (mode) => {
      const { reply, setMode, untilBegun, finish, begun, statuses } = world();
      await reply(look('a'), change('b'), look('c'));
      await untilBegun(1);
      await setMode(mode);
      finish('a');
      await expect.poll(statuses).toEqual(['succeeded', 'ready', 'ready']);
      await quiet();
      expect(begun).toEqual(['a']);
      await setMode('auto');
      await untilBegun(2);
      expect(begun).toEqual(['a', 'b']);
    },
  );

  it('paused still begins reads', async () => {
    const { reply, setMode, untilBegun, finish } = world();
    await reply(...Array.from({ length: 9 }, (_, index) => look(`${index}`)));
    await untilBegun(8);
    await setMode('paused');
    finish('0');
    await untilBegun(9);
  });
});

describe('when the conductor stops', () => {
  it('what runs may end, and the rest is left for the next start', async () => {
    const { runner, reply, untilBegun, finish, statuses, deliveries } = world({
      stopGraceMs: 5_000,
    });
    await reply(change('a'), change('b'));
    await untilBegun(1);
    const stopped = runner.stop();
    finish('a');
    await stopped;
    runner.run('reply');
    expect(statuses()).toEqual(['succeeded', 'ready']);
    expect(deliveries()).toEqual([]);
  });

  it('what goes on too long is given up and stands as running', async () => {
    const { runner, reply, untilBegun, statuses, aborted } = world({ stopGraceMs: 20 });
    await reply(['change', { name: 'a', deaf: true }]);
    await untilBegun(1);
    await runner.stop();
    expect(aborted).toEqual(['a']);
    expect(statuses()).toEqual(['running']);
  });

  it('what only waits for others is not waited for', async () => {
    const { runner, reply, untilBegun, statuses } = world({ stopGraceMs: 60_000 });
    await reply(['wait', { name: 'a' }]);
    await untilBegun(1);
    await runner.stop();
    expect(statuses()).toEqual(['running']);
  });
});

describe('what ran when the conductor died', () => {
  it('runs again where that changes nothing more; else a person is asked', async () => {
    const ledger = world();
    await leftBehind(
      ledger,
      { status: 'running', tool: 'again', idempotent: true },
      { status: 'running' },
      { status: 'ready' },
    );
    await ledger.recover();
    await ledger.untilBegun(1);
    ledger.finish('call 0');
    await expect
      .poll(ledger.statuses)
      .toEqual(['succeeded', 'outcome_unknown:outcome_unknown', 'ready']);
    await quiet();
    expect(ledger.begun).toEqual(['call 0']);
    expect(ledger.rows('select instruction_id, kind, decision, expires_at from approvals')).toEqual(
      [
        {
          instruction_id: 'reply.1',
          kind: 'outcome_unknown',
          decision: 'open',
          expires_at: null,
        },
      ],
    );
    expect(ledger.deliveries()).toEqual([]);
  });

  it('of unknown outcome is asked about once, also when an earlier Baton did not ask', async () => {
    const ledger = world();
    await leftBehind(ledger, { status: 'outcome_unknown', errorCode: 'outcome_unknown' });
    await ledger.recover();
    await ledger.recover();
    expect(ledger.rows('select decision from approvals')).toEqual([{ decision: 'open' }]);
  });
});

describe('a merge of conversations', () => {
  const OTHER = conversationKey({ platform: 'chatgpt', remote_conversation_id: 'real' });

  it('while an action runs loses neither its result nor those after it', async () => {
    const ledger = world();
    await ledger.reply(change('a'), change('b'));
    await ledger.untilBegun(1);
    const twin = { ...ANCHOR, anchorId: 'twin', conversationKey: OTHER };
    await ledger.write({
      changes: [
        insert(CONVERSATIONS, {
          ...CONVERSATION,
          conversationKey: OTHER,
          remoteConversationId: 'real',
          localConversationId: 'local-real',
        }),
        insert(MESSAGE_ANCHORS, twin),
        mergeConversation({ from: KEY, into: OTHER, at: 2 }),
      ],
      effects: [conversationMerged({ from: KEY, into: OTHER })],
    });
    ledger.finish('a');
    await ledger.untilBegun(2);
    ledger.finish('b');
    await expect.poll(ledger.deliveries).toHaveLength(1);
    expect(ledger.rows('select conversation_key from delivery_jobs')).toEqual([
      { conversation_key: OTHER },
    ]);
  });

  it('a deletion while an action runs leaves nothing behind', async () => {
    const ledger = world();
    await ledger.reply(change('a'));
    await ledger.untilBegun(1);
    await ledger.write({
      changes: [deleteConversation({ conversationKey: KEY })],
      effects: [instructionCancelled({ instructionId: 'reply.0' })],
    });
    await expect.poll(() => ledger.aborted).toEqual(['a']);
    await ledger.runner.stop();
    expect(ledger.rows('select * from instructions')).toEqual([]);
    expect(ledger.deliveries()).toEqual([]);
  });
});
