import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { insert } from '../../../../../../conductor/src/engine/plan.ts';
import { createRowSteps } from '../../../../../../conductor/src/engine/row-steps.ts';
import { startScheduler } from '../../../../../../conductor/src/engine/scheduler.ts';
import { sweepApprovals } from '../../../../../../conductor/src/features/heart/actions/approvals/sweep-approvals.ts';
import { answerApproval } from '../../../../../../conductor/src/features/heart/actions/approvals/steps/answer-approval.ts';
import type {
  AnswerInput,
  ApprovalVerb,
} from '../../../../../../conductor/src/features/heart/actions/approvals/steps/answer-input.ts';
import { cancelInstruction } from '../../../../../../conductor/src/features/heart/actions/steps/cancel-instruction.ts';
import { DEFAULT_SETTINGS } from '../../../../../../conductor/src/features/ground/settings/settings.ts';
import {
  ANCHOR,
  CONVERSATION,
  INSTRUCTION,
  KEY,
  type LedgerWorld,
  openLedger,
  quiet,
} from '../../../../../kit/ledger-world.ts';
import { tempDir } from '../../../../../kit/running-conductor.ts';
import { type StagedTools, stagedTools } from '../../../../../kit/staged-tools.ts';
import {
  CONVERSATIONS,
  MESSAGE_ANCHORS,
} from '../../../../../../conductor/src/features/heart/conversations/rows.ts';
import { INSTRUCTIONS } from '../../../../../../conductor/src/features/heart/actions/rows.ts';
import { deleteConversation } from '../../../../../../conductor/src/features/heart/conversations/changes.ts';

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

type World = LedgerWorld &
  StagedTools & {
    readonly answer: (decision: ApprovalVerb, more?: Partial<AnswerInput>) => Promise<unknown>;
    readonly cancel: (instructionId: string) => Promise<string>;
    readonly approvals: () => unknown[];
    readonly events: () => string[];
  };

function open(dataDir: string, options: Parameters<typeof openLedger>[2] = {}): World {
  const staged = stagedTools();
  const ledger = openLedger(dataDir, staged.tools, { stopGraceMs: 20, ...options });
  onTestFinished(() => ledger.close());
  const settings = { jobId: 'job', maxAttempts: 5, messageLimits: {}, now: 100 };
  return {
    ...ledger,
    ...staged,
    answer: (decision, more) =>
      ledger.store.run(answerApproval, {
        approvalId: 'reply.0.1',
        decision,
        reason: null,
        edited: null,
        via: 'cli',
        actor: 'person',
        ...settings,
        ...more,
      }),
    cancel: (instructionId) =>
      ledger.store.run(cancelInstruction, { instructionId, via: 'cli', ...settings }),
    approvals: () =>
      ledger.rows('select kind, decision, reason, decided_by from approvals order by created_at'),
    events: () =>
      ledger
        .rows<{ type: string }>('select type from events order by event_id')
        .map(({ type }) => type),
  };
}

/** A reply that asks a person about its one action. */
async function asked(options: Parameters<typeof openLedger>[2] = {}): Promise<World> {
  const world = open(tempDir(), options);
  await world.reply(['ask', { name: 'a' }]);
  await expect.poll(world.statuses).toEqual(['awaiting_approval']);
  return world;
}

/** A reply whose one action ran when the conductor died. */
async function lost(): Promise<World> {
  const world = open(tempDir());
  await world.write({
    changes: [
      insert(CONVERSATIONS, CONVERSATION),
      insert(MESSAGE_ANCHORS, ANCHOR),
      insert(INSTRUCTIONS, {
        ...INSTRUCTION,
        tool: 'change',
        paramsJson: '{"name":"a"}',
        status: 'running',
        startedAt: 1,
      }),
    ],
  });
  await world.recover();
  return world;
}

const open1 = { decision: 'open', reason: null, decided_by: null };

describe('an action that a person is asked about', () => {
  it('waits, and says by which rule', async () => {
    const world = open(tempDir());
    await world.rule({ ruleId: 'careful', toolPattern: 'test::look', decision: 'ask' });
    await world.reply(['look', { name: 'a' }]);
    await expect.poll(world.statuses).toEqual(['awaiting_approval']);
    expect(world.approvals()).toEqual([{ kind: 'permission', ...open1 }]);
    expect(
      world.rows(`select actor, detail_json from events where type = 'instruction.ask'`),
    ).toEqual([
      {
        actor: 'conductor',
        detail_json: '{"action":"test::look","decision":"ask","rule_id":"careful","risk":"low"}',
      },
    ]);
    expect(world.begun).toEqual([]);
  });

  it('runs once it is approved', async () => {
    const world = await asked();
    expect(await world.answer('approve')).toEqual({ ok: true, value: 'answered' });
    await world.untilBegun(1);
    world.finish('a');
    await expect.poll(world.deliveries).toEqual([expect.stringContaining('a done')]);
    expect(world.approvals()).toEqual([
      { kind: 'permission', decision: 'approved', reason: null, decided_by: 'cli' },
    ]);
  });

  it('goes on after a restart, where it stood', async () => {
    const dir = tempDir();
    const before = open(dir);
    await before.reply(['ask', { name: 'a' }], ['look', { name: 'b' }]);
    await expect.poll(before.statuses).toEqual(['awaiting_approval', 'ready']);
    await before.close();

    const between = open(dir);
    await between.recover();
    await quiet();
    expect(between.statuses()).toEqual(['awaiting_approval', 'ready']);
    await between.close();

    const after = open(dir);
    await after.recover();
    await after.answer('approve');
    await after.untilBegun(1);
    after.finish('a');
    await after.untilBegun(2);
    after.finish('b');
    await expect.poll(after.deliveries).toEqual([expect.stringMatching(/a done[^]*b done/)]);
  });

  it('runs with the params that the person wrote, of which the trail keeps only hashes', async () => {
    const world = await asked();
    const edited = { paramsJson: '{"name":"edited"}', hash: 'h2', hashBefore: 'h1' };
    await world.answer('approve', { edited });
    await world.untilBegun(1);
    expect(world.begun).toEqual(['edited']);
    const [event] = world.rows<{ detail_json: string }>(
      `select detail_json from events where type = 'approval.approved'`,
    );
    expect(JSON.parse(event?.detail_json ?? '')).toEqual({
      instruction_id: 'reply.0',
      action: 'test::ask',
      kind: 'permission',
      by: 'cli',
      edited: true,
      params_hash: 'h2',
      params_hash_before: 'h1',
    });
  });

  it.each([
    ['No secrets there.', 'The person does not allow @test::ask: No secrets there.'],
    [null, 'The person does not allow @test::ask.'],
  ])('is told of the denial with its reason: %s', async (reason, text) => {
    const world = await asked();
    await world.answer('deny', { reason });
    expect(world.statuses()).toEqual(['failed:action_denied']);
    expect(world.deliveries()).toEqual([expect.stringContaining(`\n${text}\n`)]);
    await quiet();
    expect(world.begun).toEqual([]);
  });

  it('once denied lets those begin that waited for it', async () => {
    const world = open(tempDir());
    await world.reply(['ask', { name: 'a' }], ['change', { name: 'b' }]);
    await expect.poll(world.statuses).toEqual(['awaiting_approval', 'ready']);
    await world.answer('deny');
    await world.untilBegun(1);
    world.finish('b');
    await expect
      .poll(world.deliveries)
      .toEqual([expect.stringMatching(/1\. @test::ask action_denied[^]*2\. @test::change ok/)]);
  });

  it('answered the same way twice stays answered once', async () => {
    const world = await asked();
    await world.answer('deny', { reason: 'no' });
    const events = world.events();
    expect(await world.answer('deny', { reason: 'no' })).toEqual({ ok: true, value: 'same' });
    expect(world.events()).toEqual(events);
    expect(world.deliveries()).toHaveLength(1);
  });

  it.each(['approve', 'deny'] as const)(
    'answered when its time is over has expired, though nobody has noticed yet: %s',
    async (decision) => {
      const world = await asked({ settings: { approvals_expire_after_ms: 50 }, now: () => 1 });
      expect(await world.answer(decision, { now: 51 })).toMatchObject({
        ok: false,
        error: { code: 'approval_expired' },
      });
      expect(world.statuses()).toEqual(['failed:approval_expired']);
      expect(world.deliveries()).toEqual([expect.stringContaining('approval_expired')]);
      expect(world.approvals()).toEqual([
        { kind: 'permission', decision: 'expired', reason: null, decided_by: 'conductor' },
      ]);
      await quiet();
      expect(world.begun).toEqual([]);
    },
  );

  it('answered another way later is refused', async () => {
    const world = await asked();
    await world.answer('approve');
    for (const later of [
      world.answer('deny'),
      world.answer('approve', { edited: { paramsJson: '{}', hash: '', hashBefore: '' } }),
    ]) {
      expect(await later).toEqual({
        ok: false,
        error: { code: 'invalid_transition', text: 'It has been answered already: approved.' },
      });
    }
    expect(world.approvals()).toMatchObject([{ decision: 'approved' }]);
  });

  it('is not answered with what fits another question', async () => {
    const world = await asked();
    expect(await world.answer('run_again')).toMatchObject({
      error: { code: 'invalid_transition', text: expect.stringContaining('approve, deny') },
    });
    expect(await world.answer('approve', { approvalId: 'nothing' })).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(world.approvals()).toMatchObject([open1]);
  });

  it('is asked again about nothing when a rule comes later', async () => {
    const world = await asked();
    await world.rule({ toolPattern: '*', decision: 'run' });
    world.runner.run('reply');
    await world.recover();
    await quiet();
    expect(world.statuses()).toEqual(['awaiting_approval']);
  });
});

describe('approved while the conversation is', () => {
  it('paused, it waits until that is over', async () => {
    const world = await asked();
    await world.setMode('paused');
    await world.answer('approve');
    await quiet();
    expect(world.statuses()).toEqual(['ready']);
    await world.setMode('auto');
    await world.untilBegun(1);
  });

  it('manual, it runs: a person has said so', async () => {
    const world = await asked();
    await world.setMode('manual');
    await world.answer('approve');
    await world.untilBegun(1);
  });

  it('deleted, it is gone', async () => {
    const world = await asked();
    await world.write({ changes: [deleteConversation({ conversationKey: KEY })] });
    expect(await world.answer('approve')).toMatchObject({ error: { code: 'not_found' } });
    expect(world.approvals()).toEqual([]);
  });
});

describe('a rule that denies', () => {
  it('is told with its reason, and nothing waits or runs', async () => {
    const world = open(tempDir());
    await world.rule({ toolPattern: 'test::*', decision: 'deny', reason: 'Not on weekdays.' });
    await world.reply(['look', { name: 'a' }]);
    await expect
      .poll(world.deliveries)
      .toEqual([
        expect.stringContaining(
          '1. @test::look action_denied\n```text\nA rule does not allow @test::look with these params: Not on weekdays.\n```',
        ),
      ]);
    expect(world.approvals()).toEqual([]);
    expect(world.begun).toEqual([]);
  });

  it('may be the settings alone', async () => {
    const policy = { low: 'deny', medium: 'ask', high: 'ask' } as const;
    const world = open(tempDir(), { settings: { policy } });
    await world.reply(['look', { name: 'a' }]);
    await expect
      .poll(world.deliveries)
      .toEqual([
        expect.stringContaining('Actions of low risk, as @test::look, are not allowed here.'),
      ]);
  });

  it('in another conversation does not count here', async () => {
    const world = open(tempDir());
    const other = { ...CONVERSATION, conversationKey: `${KEY}2` as typeof KEY };
    await world.write({
      changes: [
        insert(CONVERSATIONS, {
          ...other,
          remoteConversationId: 'a2',
          localConversationId: 'local-a2',
        }),
      ],
    });
    await world.rule({
      toolPattern: '*',
      decision: 'deny',
      conversationKey: other.conversationKey,
    });
    await world.reply(['look', { name: 'a' }]);
    await world.untilBegun(1);
  });
});

describe('an approval that may expire', () => {
  it('is a no when its time is over, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = 1_000;
    const world = await asked({ settings: { approvals_expire_after_ms: 5_000 }, now: () => now });
    const approvals = createRowSteps({
      work: 'approvals',
      now: () => now,
      log: SILENT,
      onFailed: () => undefined,
    });
    const sweeper = startScheduler(
      [
        sweepApprovals({
          store: world.store,
          read: world.read,
          now: () => now,
          newId: () => 'job',
          maxAttempts: 5,
          settings: { current: () => DEFAULT_SETTINGS },
          approvals,
        }),
      ],
      SILENT,
    );
    onTestFinished(() => sweeper.stop());
    const round = async (): Promise<void> => {
      vi.advanceTimersByTime(1_000);
      await quiet();
    };
    now = 5_999;
    await round();
    expect(world.statuses()).toEqual(['awaiting_approval']);
    now = 6_000;
    await round();
    await round();
    expect(world.statuses()).toEqual(['failed:approval_expired']);
    expect(world.approvals()).toEqual([
      { kind: 'permission', decision: 'expired', reason: null, decided_by: 'conductor' },
    ]);
    expect(world.deliveries()).toEqual([expect.stringContaining('did not answer in time')]);
    expect(await world.answer('approve')).toMatchObject({
      error: { code: 'invalid_transition' },
    });
  });
});

describe('an action whose outcome nobody knows', () => {
  it('is asked about and not run', async () => {
    const world = await lost();
    await quiet();
    expect(world.statuses()).toEqual(['outcome_unknown:outcome_unknown']);
    expect(world.begun).toEqual([]);
    expect(world.approvals()).toEqual([{ kind: 'outcome_unknown', ...open1 }]);
  });

  it('runs again when the person says so, and may be lost again', async () => {
    const world = await lost();
    await world.answer('run_again');
    await world.untilBegun(1);
    expect(world.statuses()).toEqual(['running']);
    await world.recover();
    expect(world.approvals()).toMatchObject([
      { kind: 'outcome_unknown', decision: 'run_again' },
      { kind: 'outcome_unknown', decision: 'open' },
    ]);
  });

  it.each([
    ['skip', 'action_skipped', 'goes on without its result: It worked.'],
    ['tell', 'outcome_unknown', 'whether it took effect is not known.'],
  ] as const)('is settled by %s and told', async (verb, code, text) => {
    const world = await lost();
    await world.answer(verb, { reason: verb === 'skip' ? 'It worked.' : null });
    expect(world.statuses()).toEqual([`failed:${code}`]);
    expect(world.deliveries()).toEqual([expect.stringContaining(text)]);
    await quiet();
    expect(world.begun).toEqual([]);
  });
});

describe('cancelling an action', () => {
  it('that waits for a person closes the question and tells the assistant', async () => {
    const world = await asked();
    expect(await world.cancel('reply.0')).toBe('cancelled');
    expect(world.statuses()).toEqual(['failed:cancelled']);
    expect(world.approvals()).toMatchObject([{ decision: 'cancelled', decided_by: 'cli' }]);
    expect(world.deliveries()).toEqual([expect.stringContaining('cancelled it before it ran')]);
    expect(await world.cancel('reply.0')).toBe('cancelled');
    expect(world.deliveries()).toHaveLength(1);
  });

  it('lets those begin that waited for it', async () => {
    const world = open(tempDir());
    await world.reply(['ask', { name: 'a' }], ['change', { name: 'b' }]);
    await expect.poll(world.statuses).toEqual(['awaiting_approval', 'ready']);
    await world.cancel('reply.0');
    await world.untilBegun(1);
    expect(world.begun).toEqual(['b']);
  });

  it('that runs stops it', async () => {
    const world = open(tempDir());
    await world.reply(['change', { name: 'a' }]);
    await world.untilBegun(1);
    expect(await world.cancel('reply.0')).toBe('running');
    await expect.poll(world.statuses).toEqual(['failed:cancelled']);
    expect(world.aborted).toEqual(['a']);
  });

  it('of unknown outcome says that too', async () => {
    const world = await lost();
    expect(await world.cancel('reply.0')).toBe('cancelled');
    expect(world.deliveries()).toEqual([
      expect.stringContaining('whether it took effect is not known'),
    ]);
  });

  it('that has ended, or was never there, is refused', async () => {
    const world = open(tempDir());
    await world.reply(['change', { name: 'a' }]);
    await world.untilBegun(1);
    world.finish('a');
    await expect.poll(world.statuses).toEqual(['succeeded']);
    expect(await world.cancel('reply.0')).toBe('invalid_transition');
    expect(await world.cancel('nothing')).toBe('not_found');
  });
});
