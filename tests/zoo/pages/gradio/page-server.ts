import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { cut, event, json, stream } from '../../answer.ts';
import { ERROR_TEXT, FAILURE, type Model, type Reply } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const PREFIX = '/gradio_api';
const CONFIG = {
  version: '6.0.0',
  app_id: 1,
  protocol: 'sse_v3',
  api_prefix: PREFIX,
  enable_queue: true,
  components: [
    { id: 1, type: 'textbox', props: {} },
    { id: 2, type: 'textbox', props: {} },
  ],
  dependencies: [
    {
      id: 0,
      api_name: 'chat',
      inputs: [1],
      outputs: [2],
      queue: true,
      targets: [],
      types: { generator: true, cancel: false },
    },
  ],
};
const INFO = {
  named_endpoints: {
    '/chat': {
      parameters: [
        {
          label: 'Message',
          parameter_name: 'message',
          parameter_has_default: false,
          type: { type: 'string' },
          python_type: { type: 'str', description: '' },
          component: 'Textbox',
        },
      ],
      returns: [
        {
          label: 'Response',
          type: { type: 'string' },
          python_type: { type: 'str', description: '' },
          component: 'Textbox',
        },
      ],
    },
  },
  unnamed_endpoints: {},
};

interface Queued {
  readonly eventId: string;
  readonly reply: Promise<Reply>;
}

/** Messages joined to the queue and not yet asked for, by session. */
const queues = new WeakMap<Model, Map<string, Queued>>();

/** Gradio's own client: a message joins a queue, and the answer is read from the session's stream. */
export const gradio: ZooPage = {
  name: 'gradio',
  packages: '@gradio/client 2 (in the page)',
  wire: 'Gradio queue (`sse_v3`)',
  id: 'body (`session_hash`)',
  path: '/',
  body: '<div id="log"></div><form><textarea disabled></textarea><button>Send</button></form>',
  composer: 'textarea:enabled',
  button: 'button',
  async serve(request, response, model) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://zoo');
    if (pathname === '/config') return json(response, CONFIG);
    if (pathname === `${PREFIX}/info`) return json(response, INFO);
    const queue = queues.get(model) ?? new Map<string, Queued>();
    queues.set(model, queue);
    if (pathname === `${PREFIX}/queue/join`) {
      const { data, session_hash: session } = (await readJson(request)) as {
        data: string[];
        session_hash: string;
      };
      const eventId = crypto.randomUUID().replaceAll('-', '');
      queue.set(session, { eventId, ...model.accept(data[0] ?? '') });
      return json(response, { event_id: eventId });
    }
    if (pathname !== `${PREFIX}/queue/data`) return false;

    const session = searchParams.get('session_hash') ?? '';
    const queued = queue.get(session);
    if (queued === undefined) return json(response, { detail: 'Session not found' }, 404);
    queue.delete(session);
    const { eventId: event_id } = queued;
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const tell = (msg: string, rest: object): string => event({ msg, event_id, ...rest });
    response.write(tell('estimation', { rank: 0, queue_size: 1, rank_eta: null }));
    const reply = await queued.reply;
    response.write(tell('process_starts', { eta: null }));
    let text = '';
    if (reply.fault !== 'error') {
      await stream(response, reply, (piece) => {
        const data = text === '' ? piece : [['append', [], piece]];
        text += piece;
        const output = { data: [data], is_generating: true, duration: 0.01, render_config: null };
        return tell('process_generating', { output, success: true, time_limit: null });
      });
    }
    if (reply.fault === 'cut') {
      await cut(response);
      return true;
    }
    const output =
      reply.fault === 'error'
        ? { error: ERROR_TEXT }
        : reply.fault === 'failure'
          ? FAILURE
          : { data: [text], is_generating: false, duration: 0.1, render_config: null };
    const success = reply.fault !== 'error';
    response.write(tell('process_completed', { output, success, title: null }));
    response.end(event({ msg: 'close_stream', event_id: null }));
    return true;
  },
};
