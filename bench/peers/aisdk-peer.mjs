// The same run in the AI SDK's own loop, which keeps nothing: what asking the model costs by itself.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isStepCount, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

globalThis.AI_SDK_LOG_WARNINGS = false;

async function run({ steps, baseURL }) {
  const model = createOpenAICompatible({ name: 'test', baseURL }).chatModel('small');
  const inputSchema = z.object({ text: z.string() });
  const echo = tool({ description: 'Echoes.', inputSchema, execute: ({ text }) => text });
  const agent = new ToolLoopAgent({
    model,
    tools: { conductor__echo: echo },
    stopWhen: isStepCount(steps + 1),
  });
  const startedAt = performance.now();
  const result = await agent.stream({ messages: [{ role: 'user', content: 'Go.' }] });
  await result.text;
  return { ms: performance.now() - startedAt, bytes: 0 };
}

process.on('message', (order) => void run(order).then((done) => process.send(done)));
process.on('disconnect', () => process.exit());
process.send('ready');
