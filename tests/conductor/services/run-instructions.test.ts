import { join } from 'node:path';

import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';

import { insert, plan } from '../../../conductor/src/domain/plan.ts';
import type { Instruction } from '../../../conductor/src/domain/rows.ts';
import type { Step } from '../../../conductor/src/domain/step.ts';
import { recoverLedger } from '../../../conductor/src/domain/steps/ledger.ts';
import { createInstructionRunner } from '../../../conductor/src/services/run-instructions.ts';
import { openDatabase } from '../../../conductor/src/store/open-database.ts';
import { createStepStore } from '../../../conductor/src/store/step-store.ts';
import { defineTool, textResult } from '../../../conductor/src/tools/tool.ts';
import { createToolRegistry } from '../../../conductor/src/tools/tool-registry.ts';
import { conversationKey } from '../../../shared/model/conversation-key.ts';
import { tempDir } from '../../support/running-conductor.ts';

const KEY = conversationKey({ platform: 'chatgpt', remote_conversation_id: 'a' });

/** A tool that runs until the test says so. */
function slowTool() {
  const started = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  const runs: string[] = [];
  const tool = defineTool({
    id: 'test::wait',
    params: z.strictObject({ name: z.string() }),
    risk: 'low',
    idempotent: false,
    help: 'Waits.',
    run: async ({ name }) => {
      runs.push(name);
      started.resolve();
      await allowed.promise;
      return textResult(`${name} waited`);
    },
  });
  return { tool, runs, started: started.promise, allow: () => allowed.resolve() };
}

function instruction(position: number, more: Partial<Instruction> = {}): Instruction {
  return {
    instructionId: `reply.${position}`,
    anchorId: 'reply',
    conversationKey: KEY,
    position,
    target: 'test',
    tool: 'wait',
    paramsJson: JSON.stringify({ name: `action ${position}` }),
    risk: 'low',
    idempotent: false,
    status: 'pending',
    resultText: null,
    resultFormat: 'text',
    errorCode: null,
    errorText: null,
    createdAt: 1,
    startedAt: null,
    finishedAt: null,
    version: 1,
    ...more,
  };
}

/** A store that holds one reply with these actions, and a runner of the slow tool. */
async function reply(...instructions: readonly Instruction[]) {
  const db = openDatabase(join(tempDir(), 'baton.db'));
  onTestFinished(() => void db.$client.close());
  const store = createStepStore(db, { effects: () => undefined });
  const seed: Step<null, Record<never, never>, null> = {
    name: 'seed',
    load: () => ({}),
    decide: () => ({
      plan: plan({
        changes: [
          insert('conversations', {
            conversationKey: KEY,
            platform: 'chatgpt',
            remoteConversationId: 'a',
            localConversationId: 'local-a',
            mode: 'auto',
            modeSetAt: 1,
            pauseReason: null,
            title: null,
            latestAssistantMessageId: 'reply',
            latestObservedAt: 1,
            finalTimeoutMs: 60_000,
            createdAt: 1,
            updatedAt: 1,
            version: 1,
          }),
          insert('messageAnchors', {
            anchorId: 'reply',
            conversationKey: KEY,
            assistantMessageId: 'reply',
            observedAt: 1,
            source: 'browser.final_message',
            rawText: '',
            diagnosticTabId: null,
            diagnosticPageUrl: null,
            version: 1,
          }),
          ...instructions.map((row) => insert('instructions', row)),
        ],
      }),
      outcome: null,
    }),
  };
  await store.run(seed, null);
  const slow = slowTool();
  let ids = 0;
  const runner = createInstructionRunner({
    store,
    tools: createToolRegistry([slow.tool]),
    statusOf: () => Promise.reject(new Error('nobody asks')),
    now: Date.now,
    newId: () => `job-${(ids += 1)}`,
    maxAttempts: 5,
    log: pino({ level: 'silent' }),
  });
  const statuses = () =>
    db.$client.prepare('select status from instructions order by position').pluck().all();
  const deliveries = () =>
    db.$client.prepare('select message_text from delivery_jobs').pluck().all();
  return { store, runner, slow, statuses, deliveries };
}

describe('running the actions of a reply', () => {
  it('writes the intent down before the tool starts', async () => {
    const { runner, slow, statuses } = await reply(instruction(0), instruction(1));
    runner.run('reply');
    await slow.started;
    expect(statuses()).toEqual(['running', 'pending']);
    slow.allow();
    await runner.stop();
  });

  it('runs each once, in order, however often it is asked to', async () => {
    const { runner, slow } = await reply(instruction(0), instruction(1));
    runner.run('reply');
    runner.run('reply');
    await slow.started;
    runner.run('reply');
    expect(slow.runs).toEqual(['action 0']);
    slow.allow();
    await expect.poll(() => slow.runs).toEqual(['action 0', 'action 1']);
    await runner.stop();
  });

  it('stops after the tool that runs, whose result is kept, and leaves the rest for the next start', async () => {
    const { runner, slow, statuses, deliveries } = await reply(instruction(0), instruction(1));
    runner.run('reply');
    await slow.started;
    const stopped = runner.stop();
    slow.allow();
    await stopped;
    runner.run('reply');
    expect(statuses()).toEqual(['succeeded', 'pending']);
    expect(deliveries()).toEqual([]);
  });

  it('makes the delivery in the commit of the last result', async () => {
    const { runner, slow, statuses, deliveries } = await reply(
      instruction(0, { status: 'failed', errorCode: 'malformed_action', errorText: 'what?' }),
      instruction(1),
    );
    runner.run('reply');
    await slow.started;
    const stopped = runner.stop();
    slow.allow();
    await stopped;
    expect(statuses()).toEqual(['failed', 'succeeded']);
    expect(deliveries()).toEqual([expect.stringMatching(/malformed_action[^]*action 1 waited/)]);
  });
});

describe('what ran when the conductor died', () => {
  it('runs again only where running twice is as running once', async () => {
    const { store, statuses } = await reply(
      instruction(0, { status: 'running', idempotent: true }),
      instruction(1, { status: 'running', idempotent: false }),
      instruction(2),
    );
    expect(await store.run(recoverLedger, { now: 2 })).toEqual(['reply']);
    expect(statuses()).toEqual(['pending', 'outcome_unknown', 'pending']);
  });
});
