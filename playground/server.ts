import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Assistant } from './assistant.ts';
import { ChatCore } from './chat-core.ts';
import { createMemoryJournal, openJournalFile } from './chat-journal.ts';
import type { Conversation } from './chat-turn.ts';
import type { Face } from './face.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { createPlaygroundFace } from './playground-face.ts';
import { countDuplicates } from './received-log.ts';
import type { ReceivedMessage } from './received-log.ts';
import { createScriptedAssistant } from './scripted-assistant.ts';

export interface PlaygroundOptions {
  /** 0: any free port. Default 7718. */
  readonly port?: number;
  /** The one address to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** Where conversations are kept. Absent: in memory only. */
  readonly dataDir?: string;
  /** Pause between two words of the scripted assistant. Default 30. */
  readonly delayMs?: number;
  /** Who answers. Default: the scripted assistant. */
  readonly assistant?: Assistant;
  /** Which site it plays. Default: the playground's own. */
  readonly face?: Face;
  /** PEM texts; with them the site speaks HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface Playground {
  /** For browsers: `http://playground.localhost:<port>`. Other programs reach it at 127.0.0.1. */
  readonly url: string;
  readonly port: number;
  /** Every user message received, oldest first: the ground truth of what was sent. */
  log(): readonly ReceivedMessage[];
  duplicates(): number;
  /** A conversation without a message yet. `id`: default one of the site's own making. */
  createConversation(title?: string, id?: string): Conversation;
  close(): Promise<void>;
}

export const DEFAULT_PORT = 7718;
export const DEFAULT_DELAY_MS = 30;
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Starts the chat site. Rejects when the address is taken or the journal cannot be read. */
export async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
  const { host = '127.0.0.1', delayMs = DEFAULT_DELAY_MS, dataDir, tls } = options;
  const face = options.face ?? createPlaygroundFace(host);
  const core = new ChatCore({
    assistant: options.assistant ?? createScriptedAssistant(delayMs),
    journal: dataDir ? openJournalFile(join(dataDir, 'chat.jsonl')) : createMemoryJournal(),
    newConversationId: () => face.newConversationId(),
    newReplyId: (questionId) => face.newReplyId(questionId),
    now: Date.now,
    reportFault: (error) => process.stderr.write(`playground: ${String(error)}\n`),
  });
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    serverFactory: (handle) =>
      tls ? createHttpsServer({ key: tls.key, cert: tls.cert }, handle) : createHttpServer(handle),
  });
  app.removeContentTypeParser('text/plain'); // A foreign page may post it without asking first.
  answerFaultsAsJson(app);

  let port = options.port ?? DEFAULT_PORT;
  guardAddress(app, () => face.hosts(port), tls ? 'https' : 'http');
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': face.contentSecurityPolicy,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });
  face.register(app, core);

  try {
    await listenOnLoopback(app, host, port);
  } catch (cause) {
    await core.close();
    throw cause;
  }
  const address = app.server.address();
  if (address !== null && typeof address === 'object') port = address.port;
  const [name = `${isIPv6(host) ? `[${host}]` : host}:${port}`] = face.hosts(port);
  return {
    url: `${tls ? 'https' : 'http'}://${name}`,
    port,
    log: () => core.log(),
    duplicates: () => countDuplicates(core.log()),
    createConversation: (title, id) => core.createConversation(title, id),
    close: async () => {
      face.close?.();
      await core.close();
      await app.close();
    },
  };
}

/**
 * A local server answers to its own names only: a foreign site that points its name at this machine, or
 * a foreign page that posts here, gets nothing.
 */
function guardAddress(app: FastifyInstance, hosts: () => readonly string[], scheme: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { host, origin } = request.headers;
    if (host === undefined || !hosts().includes(host)) {
      return reply
        .code(421)
        .send(errorBody(`This server does not answer to the name ${host ?? '(none)'}.`));
    }
    if (origin !== undefined && origin !== `${scheme}://${host}`) {
      return reply.code(403).send(errorBody(`Pages of ${origin} may not ask here.`));
    }
    return undefined;
  });
}

function answerFaultsAsJson(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    // A page that was closed or reloaded while a reply streamed to it: nobody is left to answer.
    if (reply.raw.destroyed || reply.raw.writableEnded) return undefined;
    if (error instanceof z.ZodError) {
      return reply.code(400).send(errorBody(z.prettifyError(error)));
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) process.stderr.write(`playground: ${error.stack ?? error.message}\n`);
    return reply.code(status).send(errorBody(status >= 500 ? 'Internal error.' : error.message));
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(errorBody('There is nothing here.')),
  );
}

/** The one shape of an error on the wire. */
function errorBody(message: string): { error: { message: string } } {
  return { error: { message } };
}
