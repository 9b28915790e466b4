import { WebSocketServer } from 'ws';

import { json } from '../../answer.ts';
import { ERROR_TEXT, FAILURE } from '../../model.ts';
import type { ZooPage } from '../../zoo-page.ts';

const RECORD_END = '\x1E';
/** Types of messages, as the protocol of a hub numbers them. */
const TYPES = { item: 2, completion: 3, streamInvocation: 4 } as const;

interface Invocation {
  readonly type?: number;
  readonly invocationId: string;
  readonly arguments: readonly string[];
}

/** A hub whose method answers with a stream of words, and Microsoft's client of it in a bare page. */
export const signalr: ZooPage = {
  name: 'signalr',
  packages: '@microsoft/signalr 10',
  wire: 'SignalR stream of a hub (WebSocket)',
  id: 'none',
  path: '/',
  body: '<ul id="log"></ul><form><textarea disabled></textarea><button>Send</button></form>',
  composer: 'textarea:enabled',
  button: 'button',
  faults: ['error', 'cut'],
  serve(request, response) {
    if (!request.url?.startsWith('/hub/negotiate')) return Promise.resolve(false);
    const id = crypto.randomUUID();
    const transport = { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] };
    const names = { connectionId: id, connectionToken: id, negotiateVersion: 1 };
    return Promise.resolve(json(response, { ...names, availableTransports: [transport] }));
  },
  attach(server, model) {
    new WebSocketServer({ server, path: '/hub' }).on('connection', (socket) => {
      const send = (message: object): void => socket.send(JSON.stringify(message) + RECORD_END);
      const answer = async ({
        invocationId,
        arguments: [text = ''],
      }: Invocation): Promise<void> => {
        const { pieces, fault } = await model.take(text);
        const item = (each: unknown): void => send({ type: TYPES.item, invocationId, item: each });
        if (fault === 'error') {
          send({ type: TYPES.completion, invocationId, error: ERROR_TEXT });
          return;
        }
        for await (const piece of pieces) item(piece);
        if (fault === 'cut') {
          socket.close();
          return;
        }
        if (fault === 'failure') item(FAILURE);
        send({ type: TYPES.completion, invocationId });
      };
      socket.on('message', (data) => {
        const records = (data as Buffer).toString('utf8').split(RECORD_END).slice(0, -1);
        for (const record of records.map((each) => JSON.parse(each) as Invocation)) {
          if (record.type === undefined) send({});
          if (record.type === TYPES.streamInvocation) void answer(record);
        }
      });
    });
  },
};
