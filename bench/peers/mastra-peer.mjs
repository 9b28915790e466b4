// The same run in a durable agent of Mastra, which keeps a snapshot of each step in SQLite (libSQL), so that it can be recovered.
import { statSync } from 'node:fs';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createDurableAgent } from '@mastra/core/agent/durable';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';

import { answerOrders, note } from './loop-peer.mjs';

const file = 'mastra.db';
/** Made at the first order: from then on the model's address and the file of effects stay the same. */
let made;

function durable({ baseURL, effects }) {
  if (made !== undefined) return made;
  const model = createOpenAICompatible({ name: 'test', baseURL }).chatModel('small');
  const noting = createTool({
    id: 'note',
    description: 'Notes.',
    inputSchema: z.object({ text: z.string() }),
    execute: async ({ text }) => (effects === undefined ? text : note(effects, text)),
  });
  const instructions = 'Do as you are told.';
  const plain = new Agent({
    id: 'bench',
    name: 'bench',
    instructions,
    model,
    tools: { note: noting },
  });
  made = createDurableAgent({ agent: plain, maxSteps: 1_000 });
  new Mastra({
    agents: { bench: made },
    storage: new LibSQLStore({ id: 'bench', url: `file:${file}` }),
    recovery: { durableAgents: 'auto' },
    logger: false,
  });
  return made;
}

async function drive(order) {
  const { run, steps, isAgain = false } = order;
  const runId = isAgain ? `${run}-anew` : run;
  const { output, cleanup } = await durable(order).stream(`Go. ${run}`, {
    runId,
    maxSteps: steps + 1,
  });
  for await (const chunk of output.fullStream) void chunk;
  cleanup();
}

async function goOn(order) {
  const runId = order.run;
  const { recovered } = await durable(order).recoverActiveRuns({ runId });
  return recovered.some(({ status }) => status === 'success');
}

const bytes = () =>
  [file, `${file}-wal`]
    .map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, one) => sum + one);

async function run(order) {
  durable(order);
  const before = bytes();
  await drive(order);
  return bytes() - before;
}

answerOrders({ run, begin: drive, goOn });
