// The same run in LangGraph: a model that answers at once calls a tool at each step, and SQLite keeps every step.
import { statSync } from 'node:fs';

import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';

const file = 'langgraph.db';
const checkpointer = SqliteSaver.fromConnString(file);

function graphOf(steps) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }) => {
      const done = messages.filter((message) => message.getType() === 'tool').length;
      const call = { name: 'echo', id: `call_${done}`, args: { text: `step ${done}` } };
      const said = { content: done < steps ? '' : 'Done.', tool_calls: done < steps ? [call] : [] };
      return { messages: [new AIMessage(said)] };
    })
    .addNode('tools', ({ messages }) => {
      const [call] = messages.at(-1).tool_calls;
      return { messages: [new ToolMessage({ content: call.args.text, tool_call_id: call.id })] };
    })
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) =>
      messages.at(-1).tool_calls.length > 0 ? 'tools' : END,
    )
    .addEdge('tools', 'model')
    .compile({ checkpointer });
}

const bytes = () =>
  [file, `${file}-wal`]
    .map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, one) => sum + one);

async function loop({ steps, run }) {
  const before = bytes();
  const startedAt = performance.now();
  const config = { configurable: { thread_id: run }, recursionLimit: 10_000 };
  await graphOf(steps).invoke({ messages: [new HumanMessage('Go.')] }, config);
  const ms = performance.now() - startedAt;
  return { ms, bytes: bytes() - before };
}

process.on('message', (order) => void loop(order).then((done) => process.send(done)));
process.on('disconnect', () => process.exit());
process.send('ready');
