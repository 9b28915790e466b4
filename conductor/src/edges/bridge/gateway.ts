import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';

import { BRIDGE_PATH, SUBPROTOCOL } from '../../../../shared/protocol/index.ts';
import type { BridgeServices } from './bridge-services.ts';
import { limitUnknown } from './limit-unknown.ts';
import { openSession, type Session } from './session.ts';

/** How long browsers have to answer a close frame. Without it ws waits 30 s, at a stop as well. Missing in @types/ws. */
const GOODBYE = { closeTimeout: 1_000 };

/** Accepts the WebSocket connections of browsers. */
export interface Gateway {
  /** Frames were committed for these browsers. */
  flush(clientIds: ReadonlySet<string>): void;
  /** The browser is not paired any more: its connection ends. */
  revoke(clientId: string): void;
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
    // Any peer can break a WebSocket, as often as it likes; what has no code is a fault of ours.
    errorHandler(fault: Error & { readonly code?: string }, socket, { log }) {
      // guard: broken-sparingly
      if (fault.code === undefined) log.error({ err: fault }, 'a WebSocket failed');
      else services.noteBroken({ code: fault.code });
      socket.terminate();
    },
    options: {
      // Some more than the limit still arrives, so that the peer can be told why it is closed (4413, not 1009).
      maxPayload: 4 * services.settings.maxFrameBytes,
      perMessageDeflate: false, // guard: no-compression
      ...GOODBYE, // guard: goodbye-in-time
      handleProtocols: (protocols) => (protocols.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    },
    preClose(done) {
      const { clients } = this.websocketServer;
      for (const client of clients) client.close(1001, 'stopping');
      this.websocketServer.close();
      done();
    },
  });

  app.get(
    BRIDGE_PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        // guard: page-sockets
        if (await services.knowsOrigin(request.headers.origin)) return; // guard: paired-origin
        services.noteUnknownOrigin({ origin: request.headers.origin });
        await reply
          .code(403)
          .send({ code: 'forbidden_origin', detail: 'Pair this browser first.' });
      },
    },
    (socket, request) => {
      const known = limitUnknown(socket, request);
      const session = openSession(
        socket,
        request.headers.origin,
        services,
        (welcomed, clientId, extensionVersion) => {
          known();
          sessions.get(clientId)?.close('replaced');
          sessions.set(clientId, welcomed);
          services.presence.connect(clientId, extensionVersion);
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
    revoke: (clientId) => sessions.get(clientId)?.close('unauthorized'), // guard: revoked-at-once
  };
}
