// The same run in the AI SDK's own loop, which keeps nothing: what asking the model costs by itself.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isStepCount, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

import { answerOrders, note } from './loop-peer.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false;

async function run({ steps, run: name, baseURL, effects }) {
  const model = createOpenAICompatible({ name: 'test', baseURL }).chatModel('small');
  const inputSchema = z.object({ text: z.string() });
  const execute = ({ text }) => (effects === undefined ? text : note(effects, text));
  const noting = tool({ description: 'Notes.', inputSchema, execute });
  const agent = new ToolLoopAgent({
    model,
    tools: { note: noting },
    stopWhen: isStepCount(steps + 1),
  });
  const result = await agent.stream({ messages: [{ role: 'user', content: `Go. ${name}` }] });
  await result.text;
  return 0;
}

answerOrders({ run, begin: run, goOn: async () => false });
