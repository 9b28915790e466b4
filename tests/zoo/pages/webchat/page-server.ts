import { type WebSocket, WebSocketServer } from 'ws';

import { readJson } from '../../../kit/chat-pages/chat-site.ts';
import { json, wholeOf } from '../../answer.ts';
import type { Model } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

/** Sockets that watch the conversation of a site's one model. */
const watchers = new WeakMap<Model, Set<WebSocket>>();

/** Direct Line: a message is posted, and comes back with the reply over a WebSocket, as activities. */
export const webchat: ZooPage = {
  name: 'webchat',
  packages: 'botframework-webchat 4',
  wire: 'Direct Line 3 (POST, WebSocket)',
  id: 'request path',
  path: '/',
  body: '<div id="root" style="height:600px"></div>',
  composer: 'textarea[data-id="webchat-sendbox-input"]',
  // What goes wrong in a bot it says in a message like any other, and a socket that is cut brings it later.
  faults: ['refused'],
  answersInMessages: true,
  async serve(request, response, model) {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/api/token') return json(response, { token: 'a-token', expires_in: 3600 });
    if (pathname === '/v3/directline/conversations') {
      const conversationId = 'Lk3Zx9QpTq2FhVb7Yw1Nc8-us';
      const streamUrl = `ws://${request.headers.host}/v3/directline/stream`;
      return json(response, { conversationId, token: 'a-token', expires_in: 3600, streamUrl }, 201);
    }
    if (!/^\/v3\/directline\/conversations\/[^/]+\/activities$/.test(pathname)) return false;
    const activity = await readJson(request);
    if (activity['type'] !== 'message') return json(response, { id: 'event-1' });
    const id = `Lk3Zx9QpTq2FhVb7Yw1Nc8-us|${String(model.received.length).padStart(7, '0')}`;
    // Direct Line answers before the bot does, unless it cannot be reached.
    const { reply: said } = model.accept(String(activity['text']), id);
    const tell = (told: object): void => {
      const activities = [
        { timestamp: new Date().toISOString(), channelId: 'directline', ...told },
      ];
      for (const watcher of watchers.get(model) ?? []) {
        watcher.send(JSON.stringify({ activities, watermark: String(model.turns.length) }));
      }
    };
    tell({ ...activity, id });
    json(response, { id });
    void said.then(async (reply) => {
      const text = await wholeOf(reply);
      const from = { id: 'bot', name: 'Bot', role: 'bot' };
      tell({ type: 'message', id: `${id}.r`, from, replyToId: id, text, textFormat: 'markdown' });
    });
    return true;
  },
  attach(server, model) {
    const open = new Set<WebSocket>();
    watchers.set(model, open);
    new WebSocketServer({ server, path: '/v3/directline/stream' }).on('connection', (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
  },
};
