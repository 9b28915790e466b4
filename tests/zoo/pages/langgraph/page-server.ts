import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { event, finish, json, stream } from '../../answer.ts';
import { ERROR_TEXT, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface Run {
  readonly input: { readonly messages: readonly { readonly content: string }[] };
}

const THREAD = '0c4f7a52-6a1d-4b8e-9f3a-7d2e5b1c8a90';
const RUN = '1efb2c36-93d4-6b12-8a7f-0242ac120002';

/** A LangGraph server: a thread is made first, its runs stream events, its states are its history. */
export const langgraph: ZooPage = {
  name: 'langgraph',
  packages: '@langchain/langgraph-sdk 2 (React)',
  wire: 'LangGraph runs (SSE)',
  id: 'request path, then query (`threadId`)',
  path: '/',
  composer: 'textarea',
  button: 'button[type="submit"]',
  async serve(request, response, model) {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/api/threads') return json(response, { thread_id: THREAD, metadata: {} });
    if (pathname === `/api/threads/${THREAD}/history`) return json(response, [stateOf(model)]);
    if (pathname === `/api/threads/${THREAD}/state`) return json(response, stateOf(model));
    if (pathname !== `/api/threads/${THREAD}/runs/stream`) return false;
    const { input } = (await readJson(request)) as unknown as Run;
    const reply = await model.take(input.messages.at(-1)?.content ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event({ run_id: RUN, attempt: 1 }, 'metadata'));
    if (reply.fault === 'error') {
      response.end(event({ error: 'ModelError', message: ERROR_TEXT }, 'error'));
      return true;
    }
    const about = { langgraph_node: 'agent', thread_id: THREAD, run_id: RUN };
    await stream(response, reply, (content) =>
      event([{ type: 'AIMessageChunk', id: reply.id, content }, about], 'messages'),
    );
    return finish(response, reply, event(stateOf(model).values, 'values'));
  },
};

function stateOf(model: Model): { readonly values: object } & Record<string, unknown> {
  const messages = model.turns.map(({ id, role, text }) => ({
    id,
    type: role === 'user' ? 'human' : 'ai',
    content: text,
  }));
  const checkpoint = {
    thread_id: THREAD,
    checkpoint_ns: '',
    checkpoint_id: `c-${messages.length}`,
  };
  return {
    values: { messages },
    next: [],
    tasks: [],
    metadata: {},
    checkpoint,
    parent_checkpoint: null,
  };
}
