import { WebSocketServer } from 'ws';

import { json } from '../../answer.ts';
import { ERROR_TEXT, FAILURE, type Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

interface UiMessage {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly { readonly type: string; readonly text?: string }[];
}
interface Command {
  readonly type: string;
  readonly id: string;
  readonly init: { readonly body: string };
}

/** The chat agent of Cloudflare's Agents, which keeps the talk and hands chunks of the AI SDK on. */
export const cloudflareAgents: ZooPage = {
  name: 'cloudflare-agents',
  packages: '@cloudflare/ai-chat 0.12, agents 0.32 (React 19)',
  wire: 'Cloudflare chat agent (WebSocket)',
  id: 'none',
  path: '/',
  composer: 'textarea',
  button: 'button',
  faults: ['error', 'cut'],
  serve(request, response, model) {
    const isAsked = request.url?.startsWith('/agents/chat-agent/default/get-messages') === true;
    return Promise.resolve(isAsked && json(response, talkOf(model)));
  },
  attach(server, model) {
    new WebSocketServer({ server }).on('connection', (socket) => {
      const send = (message: object): void => socket.send(JSON.stringify(message));
      send({ type: 'cf_agent_identity', name: 'default', agent: 'chat-agent' });
      const answer = async (requestId: string, asked: UiMessage | undefined): Promise<void> => {
        const text = asked?.parts.map((part) => part.text ?? '').join('') ?? '';
        const reply = await model.take(text, asked?.id);
        const of = { id: requestId, type: 'cf_agent_use_chat_response' };
        const chunk = (body: object): void =>
          send({ ...of, body: JSON.stringify(body), done: false });
        if (reply.fault === 'error') {
          send({ ...of, body: ERROR_TEXT, done: true, error: true, outcome: 'error' });
          return;
        }
        const id = 'txt-0';
        chunk({ type: 'start', messageId: reply.id });
        chunk({ type: 'start-step' });
        chunk({ type: 'text-start', id });
        for await (const delta of reply.pieces) chunk({ type: 'text-delta', id, delta });
        if (reply.fault === 'cut') {
          socket.close();
          return;
        }
        if (reply.fault === 'failure') chunk(FAILURE);
        else {
          chunk({ type: 'text-end', id });
          chunk({ type: 'finish-step' });
          chunk({ type: 'finish', finishReason: 'stop' });
        }
        send({ ...of, body: '', done: true, outcome: 'completed' });
        if (reply.fault === null) send({ type: 'cf_agent_chat_messages', messages: talkOf(model) });
      };
      socket.on('message', (raw) => {
        const { type, id, init } = JSON.parse((raw as Buffer).toString('utf8')) as Command;
        if (type === 'cf_agent_stream_resume_request')
          send({ type: 'cf_agent_stream_resume_none' });
        if (type !== 'cf_agent_use_chat_request') return;
        const { messages } = JSON.parse(init.body) as { messages: readonly UiMessage[] };
        void answer(id, messages.at(-1));
      });
    });
  },
};

function talkOf({ turns }: Model): readonly UiMessage[] {
  return turns.map(({ id, role, text }) => ({ id, role, parts: [{ type: 'text', text }] }));
}
