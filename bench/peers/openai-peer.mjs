// The same run in the OpenAI Agents SDK. It keeps nothing by itself: its state is a text that the application keeps, here in a
// file after each result of a tool.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

import {
  Agent,
  OpenAIChatCompletionsModel,
  run,
  RunState,
  setTracingDisabled,
  tool,
} from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';

import { answerOrders, note } from './loop-peer.mjs';

setTracingDisabled(true);

function agentOf({ baseURL, effects }) {
  const execute = ({ text }) => (effects === undefined ? text : note(effects, text));
  const parameters = z.object({ text: z.string() });
  const noting = tool({ name: 'note', description: 'Notes.', parameters, execute });
  const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey: 'none' }), 'small');
  return new Agent({ name: 'bench', instructions: 'Do as you are told.', tools: [noting], model });
}

const fileOf = (name) => `openai-${name}.json`;

async function drive(order, input) {
  const file = fileOf(order.run);
  const agent = agentOf(order);
  const told = typeof input === 'function' ? await input(agent) : input;
  const result = await run(agent, told, { maxTurns: order.steps + 1, stream: true });
  for await (const event of result) {
    if (event.type !== 'run_item_stream_event' || event.name !== 'tool_output') continue;
    writeFileSync(`${file}.new`, result.state.toString());
    renameSync(`${file}.new`, file);
  }
  await result.completed;
}

async function runOne(order) {
  await drive(order, `Go. ${order.run}`);
  return statSync(fileOf(order.run)).size;
}

async function goOn(order) {
  const file = fileOf(order.run);
  if (!existsSync(file)) return false;
  const kept = readFileSync(file, 'utf8');
  await drive(order, (agent) => RunState.fromString(agent, kept));
  return true;
}

answerOrders({ run: runOne, begin: (order) => drive(order, `Go. ${order.run}`), goOn });
