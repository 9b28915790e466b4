// The same run in LangGraph: a model that answers at once calls a tool at each step, and SQLite keeps every step.
import { statSync } from 'node:fs';

import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';

import { answerOrders, note } from './loop-peer.mjs';

const file = 'langgraph.db';
const checkpointer = SqliteSaver.fromConnString(file);

function graphOf({ steps, run, effects }) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }) => {
      const done = messages.filter((message) => message.getType() === 'tool').length;
      const call = { name: 'note', id: `call_${done}`, args: { text: `${run} ${done}` } };
      const said = { content: done < steps ? '' : 'Done.', tool_calls: done < steps ? [call] : [] };
      return { messages: [new AIMessage(said)] };
    })
    .addNode('tools', ({ messages }) => {
      const [{ id, args }] = messages.at(-1).tool_calls;
      const content = effects === undefined ? args.text : note(effects, args.text);
      return { messages: [new ToolMessage({ content, tool_call_id: id })] };
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

const configOf = (run) => ({ configurable: { thread_id: run }, recursionLimit: 10_000 });

async function begin(order) {
  await graphOf(order).invoke({ messages: [new HumanMessage('Go.')] }, configOf(order.run));
}

async function run(order) {
  const before = bytes();
  await begin(order);
  return bytes() - before;
}

async function goOn(order) {
  const graph = graphOf(order);
  const { values, next } = await graph.getState(configOf(order.run));
  if (values.messages === undefined) return false;
  if (next.length > 0) await graph.invoke(null, configOf(order.run));
  const { values: now } = await graph.getState(configOf(order.run));
  return now.messages?.at(-1)?.content === 'Done.';
}

answerOrders({ run, begin, goOn });
