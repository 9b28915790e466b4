import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';

import { MAX_PICTURE_BYTES } from '../../../../shared/lib/picture-frame.ts';
import { isWorkerOrigin } from '../../../../shared/model/worker-origin.ts';
import {
  FEED_PATH,
  feedHello,
  feedTold,
  offChannel,
} from '../../../../shared/model/picture-feed.ts';
import type { ConnectedFeed, Pictures } from '../pass-pictures.ts';
import type { BridgeServices } from './bridge-services.ts';
import { limitUnknown } from './limit-unknown.ts';

const CLOSE_REFUSED = 1008;
const CLOSE_TOO_LARGE = 1009;
/** Words are short here: an address and a title. */
const MAX_TEXT_BYTES = 65_536;
/** Most unread bytes: input of a person is worth nothing later, so a worker that does not read misses it. */
const MAX_UNREAD_BYTES = 65_536;

type Services = Pick<BridgeServices, 'settings' | 'knowsOrigin' | 'authenticate'> & {
  readonly pictures: Pictures;
};

/** The second socket of workers: pictures of their pages go one way, what a person does there the other. */
export function serveFeed(
  app: FastifyInstance,
  services: Services,
): { readonly revoke: (clientId: string) => void } {
  const sockets = new Map<string, WebSocket>();

  app.get(
    FEED_PATH,
    {
      websocket: true,
      preValidation: async ({ headers: { origin } }, reply) => {
        // guard: feed-paired
        if (origin !== undefined && isWorkerOrigin(origin) && (await services.knowsOrigin(origin)))
          return;
        await reply.code(403).send({ code: 'forbidden_origin', detail: 'Pair this worker first.' });
      },
    },
    (socket, request) => {
      const { origin } = request.headers;
      const known = limitUnknown(socket, request);
      let feed: ConnectedFeed | null = null;
      let isGreeted = false;
      const timer = setTimeout(() => socket.close(CLOSE_REFUSED), services.settings.helloTimeoutMs);
      const refuse = (): void => socket.close(CLOSE_REFUSED);

      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (data.length > (isBinary ? MAX_PICTURE_BYTES : MAX_TEXT_BYTES))
          return socket.close(CLOSE_TOO_LARGE);
        if (feed !== null) return take(feed, data, isBinary);
        const hello = isBinary || isGreeted ? null : feedHello.safeParse(parsed(data)).data;
        isGreeted = true;
        if (!hello) return refuse();
        greet(hello.hello.token).catch(refuse);
      });
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        clearTimeout(timer);
        feed?.gone();
        for (const [id, one] of sockets) if (one === socket) sockets.delete(id);
      });

      async function greet(token: string): Promise<void> {
        const client = await services.authenticate(token, origin);
        if (client === null || socket.readyState !== socket.OPEN) return refuse();
        clearTimeout(timer);
        known();
        sockets.get(client.clientId)?.close(CLOSE_REFUSED);
        sockets.set(client.clientId, socket);
        feed = services.pictures.connect(client.clientId, {
          ask(asked) {
            if ('input' in asked && socket.bufferedAmount > MAX_UNREAD_BYTES) return;
            socket.send(JSON.stringify(asked));
          },
        });
      }
    },
  );

  return { revoke: (clientId) => sockets.get(clientId)?.close(CLOSE_REFUSED) };
}

/** Takes a message of the worker; one out of shape is ignored: the worker is of another version. */
function take(feed: ConnectedFeed, data: Buffer, isBinary: boolean): void {
  if (isBinary) {
    const whole = offChannel(data);
    if (whole !== null) feed.picture(whole.channel, whole.frame);
    return;
  }
  const told = feedTold.safeParse(parsed(data));
  if (told.success) feed.meta(told.data.channel, told.data.meta);
}

function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return null;
  }
}
