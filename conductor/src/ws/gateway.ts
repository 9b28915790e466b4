import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';

import {
  BRIDGE_PATH,
  type ExtensionBusinessFrame,
  SUBPROTOCOL,
} from '../../../shared/protocol/index.ts';
import type { Client } from '../domain/rows.ts';
import type { Presence } from '../services/presence.ts';
import type { Clock, IdSource, Log } from '../services/ports.ts';
import { openSession, type Session } from './session.ts';

/** What the bridge asks of the services. */
export interface BridgeServices {
  readonly settings: {
    readonly pingIntervalMs: number;
    readonly maxFrameBytes: number;
    readonly version: string;
  };
  readonly log: Log;
  readonly now: Clock;
  readonly newId: IdSource;
  knowsOrigin(origin: string | undefined): boolean;
  authenticate(token: string, origin: string | undefined): Client | null;
  /** Null: not paired any more. */
  welcome(
    clientId: string,
  ): Promise<{ readonly lastReceivedSeq: number; readonly heldJobIds: readonly string[] } | null>;
  record(clientId: string, frame: ExtensionBusinessFrame): Promise<void>;
  skip(clientId: string, seq: number): Promise<void>;
  acknowledge(clientId: string, seq: number): void;
  framesAfter(
    clientId: string,
    seq: number,
    limit: number,
  ): readonly { readonly seq: number; readonly frameJson: string }[];
  /** A browser that can now be served, or cannot any more. */
  readonly presence: Pick<Presence, 'connect' | 'disconnect'>;
}

export interface Gateway {
  /** Frames were committed for these browsers. */
  flush(clientIds: ReadonlySet<string>): void;
  readonly connected: () => readonly string[];
}

/**
 * The bridge: `baton.v1` over WebSocket. An upgrade is taken only from the exact Origin of a paired
 * browser; the Host was checked before (http/guard-request.ts). One connection per browser: a newer one
 * replaces the older.
 */
export async function registerGateway(
  app: FastifyInstance,
  services: BridgeServices,
): Promise<Gateway> {
  const sessions = new Map<string, Session>();

  await app.register(websocket, {
    options: {
      // Twice the limit still arrives, so that the peer can be told why it is closed (4413, not 1009).
      maxPayload: 4 * services.settings.maxFrameBytes,
      perMessageDeflate: false,
      handleProtocols: (protocols) => (protocols.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    },
  });

  app.get(
    BRIDGE_PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        if (services.knowsOrigin(request.headers.origin)) return;
        services.log.warn(
          { origin: request.headers.origin },
          'upgrade from an unknown origin refused',
        );
        await reply
          .code(403)
          .send({ code: 'forbidden_origin', detail: 'Pair this browser first.' });
      },
    },
    (socket, request) => {
      const session = openSession(
        socket,
        request.headers.origin,
        services,
        (welcomed, clientId) => {
          sessions.get(clientId)?.close('replaced');
          sessions.set(clientId, welcomed);
          services.presence.connect(clientId);
        },
      );
      socket.on('close', () => {
        const { clientId } = session;
        if (clientId === null || sessions.get(clientId) !== session) return;
        sessions.delete(clientId);
        services.presence.disconnect(clientId);
      });
    },
  );

  return {
    flush: (clientIds) => {
      for (const clientId of clientIds) sessions.get(clientId)?.flush();
    },
    connected: () => [...sessions.keys()],
  };
}
